import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { databaseKind, type Db, openDatabase, sqliteFile } from "../db/client";
import { withPreparationLock } from "../db/postgresql/migrate";
import { migrateSqlite } from "../db/sqlite/migrate";
import { databaseName } from "../db/postgresql/protocol/connection";
import { gatherStatistics } from "../db/postgresql/statistics";
import { delegateOf } from "../db/rows";
import { tables } from "../db/tables";
import { SettingsError } from "../env";
import { lockDatabase } from "./lock";
import { makeFolders } from "./make-folders";
import { syncPath } from "./sync-path";

/**
 * Creates a new database at a URL that has none and lets `fill` write its data, all or nothing. Returns the database's
 * name for messages. After an interrupted or failed attempt, no start will mistake the rest for a vault with data.
 * Throws `SettingsError` if there is already a vault.
 */
export function createDatabase(
  url: string,
  migrationsFolder: string,
  fill: (db: Db) => Promise<void>,
): Promise<string> {
  return databaseKind(url) === "postgresql"
    ? makePostgresql(url, migrationsFolder, fill)
    : makeSqlite(url, migrationsFolder, fill);
}

/** Where a restore or a move keeps an embedded database until it is complete. */
const unfinishedRestore = (file: string): string => `${file}.restoring`;

/** Throws `SettingsError` if there is only what an interrupted restore or move left: a new vault beside it is nobody's wish. */
export function assertNotUnfinished(file: string): void {
  const unfinished = unfinishedRestore(file);
  if (!existsSync(file) && existsSync(unfinished))
    throw new SettingsError(
      `A restore or move to ${file} was interrupted: run it again, or delete every file whose name begins with ${unfinished} to start a new vault.`,
    );
}

/**
 * Holds the lock that every start takes, so that no vault starts on it in the meantime. Tables may exist if all of them
 * are empty.
 */
function makePostgresql(url: string, migrationsFolder: string, fill: (db: Db) => Promise<void>): Promise<string> {
  return withPreparationLock(url, async (migrate) => {
    await migrate(path.join(migrationsFolder, "postgresql"));
    const db = openDatabase(url);
    try {
      for (const table of tables) {
        if ((await delegateOf(db, table).count()) > 0)
          throw new SettingsError(
            `The database ${databaseName(url)} is not empty (${table.name}): choose an empty one. Nothing was changed.`,
          );
      }
      await fill(db);
      // The data is there already: without its statistics the vault is slower, and nothing worse.
      await gatherStatistics(url).catch(() => {});
      return databaseName(url);
    } finally {
      await db.$disconnect();
    }
  });
}

async function makeSqlite(url: string, migrationsFolder: string, fill: (db: Db) => Promise<void>): Promise<string> {
  const file = path.resolve(sqliteFile(url));
  makeFolders(path.dirname(file));
  const lock = lockDatabase(file);
  try {
    const standing = ["", "-wal", "-journal"].map((ending) => file + ending).find((name) => existsSync(name));
    if (standing)
      throw new SettingsError(
        `There is already a database (${standing}): move it away first, or choose an empty place. Nothing was changed.`,
      );
    const unfinished = unfinishedRestore(file);
    await removeDatabase(unfinished);
    try {
      migrateSqlite(unfinished, path.join(migrationsFolder, "sqlite"));
      const db = openDatabase(`file:${unfinished}`);
      // When the last connection closes, SQLite moves the write-ahead log into the database file, which is then
      // renamed.
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

const removeDatabase = (file: string) =>
  Promise.all(["", "-wal", "-shm", "-journal"].map((ending) => rm(file + ending, { force: true })));
