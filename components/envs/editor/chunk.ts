// One chunk for everything an open file needs, so that nothing has to be loaded once something is unsaved.
export { default as EditorPane } from "../editor-pane";
export { FileGuards } from "../file-guards";
export { readFile } from "../read-file";
export { saveFile } from "../save-file";
