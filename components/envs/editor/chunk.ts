// One chunk for everything an open file needs, so that nothing has to be loaded once something is unsaved.
export { default as EditorPane } from "../file/editor-pane";
export { FileGuards } from "../file/file-guards";
export { readFile } from "../file/opening/read-file";
export { saveFile } from "../file/opening/save-file";
