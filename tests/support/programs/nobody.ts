import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";

type Identity = { uid?: number; gid?: number };

const idOf = (kind: "-u" | "-g") => Number(execFileSync("id", [kind, "nobody"], { encoding: "utf8" }));

/**
 * The user for programs that refuse to run as root, or whose test would prove nothing as root, which may write
 * anywhere: `nobody` if the tests run as root, else the tests' own user. For the options of `spawn`.
 */
export const nobody: Readonly<Identity> = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};

/** Gives a file or folder to that user. */
export function giveToNobody(name: string): void {
  if (nobody.uid !== undefined && nobody.gid !== undefined) chownSync(name, nobody.uid, nobody.gid);
}

/** Whether that user may run a program where it is: root's home, for example, is closed to others. */
export const nobodyMayRun = (program: string): boolean =>
  spawnSync(program, ["--version"], { cwd: "/", ...nobody }).status === 0;

/** A new folder that every user can access, wherever the tests' own temporary files are. */
export function openFolder(prefix: string): string {
  const reachable = (folder: string) =>
    spawnSync("/bin/sh", ["-c", 'test -x "$0"', folder], { cwd: "/", ...nobody }).status === 0;
  const folder = mkdtempSync(path.join([os.tmpdir(), "/tmp", "/var/tmp"].find(reachable) ?? os.tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}
