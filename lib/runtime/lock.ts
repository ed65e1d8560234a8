import { existsSync } from "node:fs";
import { SqliteDatabase, SqliteError } from "../db/sqlite-driver";
import { SettingsError } from "../env";

export type Lock = { release(): void };

/**
 * Holds the database file for this process alone. The operating system's own file lock (through an empty SQLite file
 * beside it) ends with the process, however it ends, so a crash never leaves a stale lock.
 * Throws `SettingsError` when another process holds it, or when it can't be made.
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
    // Any look at the file will do.
    probe.pragma("schema_version");
    return false;
  } catch (error) {
    if (error instanceof SqliteError && error.code.startsWith("SQLITE_BUSY")) return true;
    throw error;
  } finally {
    probe.close();
  }
}
