import { chmodSync, statSync } from "node:fs";

/** From here on, only this user can read the files that this process creates, databases and the files next to them. */
export const makeFilesPrivate = (): void => void process.umask(0o077);

/**
 * Removes the permissions that an older version, or a copy, gave group and others on a SQLite database. The folder is
 * left to the operator.
 */
export function keepPrivate(databaseFile: string): void {
  for (const file of ["", "-wal", "-shm", "-journal", ".lock", ".lock-journal"].map(
    (ending) => databaseFile + ending,
  )) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(file, mode & 0o700);
    } catch {
      // Another user's file, or a file system without modes. `svc-admin doctor` reports it.
    }
  }
}
