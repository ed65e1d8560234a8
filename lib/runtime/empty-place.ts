import { existsSync, mkdirSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Db, openDatabase, sqliteFile } from "../db/client";
import { migrateSqlite } from "../db/migrate";
import { type Settings, SettingsError } from "../env";
import { databaseUrl } from "./index";
import { lockDatabase } from "./lock";

/**
 * Makes a new database where there is none and lets `fill` write it. It appears under its name only when `fill` has
 * ended and all is on the disk; an interrupted or failed attempt leaves nothing that a start would take for a vault.
 * Throws `SettingsError` where there is a database already.
 */
export async function makeDatabase(settings: Settings, migrationsFolder: string, fill: (db: Db) => Promise<void>): Promise<string> {
  const file = path.resolve(sqliteFile(databaseUrl(settings)));
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const lock = lockDatabase(file);
  try {
    const standing = ["", "-wal", "-journal"].map((ending) => file + ending).find((name) => existsSync(name));
    if (standing) throw new SettingsError(`There is a database already (${standing}): move it away first, or set VAULT_DATA_DIR to an empty folder. Nothing was changed.`);
    const unfinished = `${file}.restoring`;
    await removeDatabase(unfinished);
    try {
      migrateSqlite(unfinished, path.join(migrationsFolder, "sqlite"));
      const db = openDatabase(`file:${unfinished}`);
      // The last connection that closes moves the write-ahead log into the one file that is then renamed.
      await fill(db).finally(() => db.$disconnect());
      await syncPath(unfinished);
      await rename(unfinished, file);
      await syncPath(path.dirname(file));
      return file;
    } finally {
      await removeDatabase(unfinished);
    }
  } finally {
    lock.release();
  }
}

const removeDatabase = (file: string) => Promise.all(["", "-wal", "-shm", "-journal"].map((ending) => rm(file + ending, { force: true })));

async function syncPath(name: string): Promise<void> {
  const handle = await open(name, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
