import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Makes a folder, and those above it that are missing, for this user alone. One by one: where nobody can make any, as in
 * /proc, Node's own way of making all of them at once never ends.
 */
export function makeFolders(folder: string): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolders(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it a moment ago.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
