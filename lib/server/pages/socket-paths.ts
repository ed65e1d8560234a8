import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loggableError, log } from "../../log";

/** Where the vault and its pages' process reach each other. */
export type SocketPaths = {
  /** The folder of both sockets; none on Windows, where they are named pipes. */
  folder: string | null;
  /** Where the pages are asked for. */
  pages: string;
  /** Where the pages ask the vault. */
  vault: string;
  remove(): void;
};

/** Systems take about 100 bytes for a socket's path. What is added to the folder takes 24. */
const folderLengthMax = 75;

/**
 * Two sockets in a new folder that only this user may enter (mode 0700), so that nobody else can connect. Windows has
 * named pipes instead, whose names nobody can guess.
 */
export function privateSockets(): SocketPaths {
  if (process.platform === "win32") {
    const name = String.raw`\\.\pipe\svc-${randomUUID()}`;
    return { folder: null, pages: `${name}-pages`, vault: `${name}-vault`, remove: () => {} };
  }
  const place = tmpdir().length <= folderLengthMax ? tmpdir() : "/tmp";
  const folder = mkdtempSync(path.join(place, "svc-pages-"));
  return {
    folder,
    pages: path.join(folder, "pages"),
    vault: path.join(folder, "vault"),
    remove: () => removeFolder(folder),
  };
}

/** One that can't be removed stays, with two names in it: nobody waits for this, and the vault must not end for it. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    log.warn({ event: "pages-folder-left", error: loggableError(error) });
  }
}
