import { chmodSync, statSync } from "node:fs";

/** What this process makes from here on, databases and what stands beside them, is its user's alone from the first byte. */
export const makeFilesPrivate = (): void => void process.umask(0o077);

/** Takes from group and others what an older version, or a copy, gave them of a SQLite database. The folder is its operator's. */
export function keepPrivate(databaseFile: string): void {
  for (const file of ["", "-wal", "-shm", "-journal", ".lock", ".lock-journal"].map(
    (ending) => databaseFile + ending,
  )) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(file, mode & 0o700);
    } catch {
      // Another user's file, or a file system without modes: svc-admin doctor tells of it.
    }
  }
}
