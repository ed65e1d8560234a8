// One chunk for all that an open file needs, so that nothing of it has to be fetched once something is unsaved.
export { default as EditorPane } from "./editor-pane";
export { FileGuards } from "./file-guards";
export { readFile } from "./read-file";
export { saveFile } from "./save-file";
