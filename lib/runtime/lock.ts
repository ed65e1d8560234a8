import { existsSync } from "node:fs";
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
    throw new SettingsError(
      `The lock file ${file} can't be used: check that this user may write to its folder, or set VAULT_DATA_DIR to another one.`,
    );
  }
  const held = holder;
  return { release: () => held.close() };
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
