import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { SqliteDatabase, SqliteError } from "../db/sqlite/driver";
import { SettingsError } from "../env";

export type Lock = { release(): void };

/**
 * Reserves the database file for this process. The lock is the operating system's own file lock (on an empty SQLite
 * file next to it) and ends with the process, however that ends, so a crash never leaves a stale lock. Throws
 * `SettingsError` if another process holds the lock, or if it can't be created.
 */
export function lockDatabase(databaseFile: string): Lock {
  const file = `${databaseFile}.lock`;
  let holder: SqliteDatabase | undefined;
  try {
    holder = new SqliteDatabase(file, { timeout: 0 });
    holder.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    holder?.close();
    if (error instanceof SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new SettingsError(
        `Another vault is already running on ${databaseFile}: stop it first, or set VAULT_DATA_DIR to another folder.`,
      );
    }
    if (error instanceof SqliteError && error.code === "SQLITE_FULL") throw error;
    assertWritable(path.dirname(file));
    throw new SettingsError(
      `The lock file ${file} can't be used: check that this user may write to its folder, or set VAULT_DATA_DIR to another one.`,
    );
  }
  const held = holder;
  return { release: () => held.close() };
}

/** Why the data folder can't be written to, and what to do: the lock is only the first file that would be there. */
function assertWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new SettingsError(
      (error as NodeJS.ErrnoException).code === "EROFS"
        ? `The data folder ${folder} can't be written to: it is on a read-only disk. Mount the disk for writing, or set VAULT_DATA_DIR to another folder.`
        : `The data folder ${folder} can't be written to: let this user write there, or set VAULT_DATA_DIR to another folder.`,
    );
  }
}

/** Whether a vault runs on this database file right now. */
export function databaseIsHeld(databaseFile: string): boolean {
  if (!existsSync(`${databaseFile}.lock`)) return false;
  const probe = new SqliteDatabase(`${databaseFile}.lock`, { timeout: 0, readonly: true });
  try {
    // Any access to the file shows it.
    probe.pragma("schema_version");
    return false;
  } catch (error) {
    if (error instanceof SqliteError && error.code.startsWith("SQLITE_BUSY")) return true;
    throw error;
  } finally {
    probe.close();
  }
}
