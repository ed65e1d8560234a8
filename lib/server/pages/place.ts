import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where the vault and its pages' process reach each other. */
export type Place = {
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
export function privatePlace(): Place {
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
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
