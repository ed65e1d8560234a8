import { connectionSettings, SqliteDatabase, type SqliteStatement } from "./sqlite-driver";

/** A connection to a SQLite database and the statements that were prepared on it. Opened when first used. */
export type SqliteHandle = {
  prepared(sql: string): SqliteStatement;
  inTransaction(): boolean;
  close(): void;
};

/**
 * One connection for the reads and the writes past Prisma, apart from Prisma's own: no read lands inside a transaction of
 * Prisma's, and what this one wrote is still in its page cache, where a commit of any other connection empties that.
 */
export function sqliteHandle(file: string): SqliteHandle {
  let database: SqliteDatabase | undefined;
  const statements = new Map<string, SqliteStatement>();

  function open(): SqliteDatabase {
    if (database) return database;
    database = new SqliteDatabase(file, { mustExist: true, timeout: 10_000 });
    // A trigger can end a statement half way, so SQLite keeps what would undo it: in memory, else in a file for every transaction.
    for (const setting of [...connectionSettings, "temp_store = MEMORY"]) database.pragma(setting);
    return database;
  }

  return {
    prepared: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const statement = open().prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    inTransaction: () => database?.inTransaction ?? false,
    close: () => {
      statements.clear();
      database?.close();
      database = undefined;
    },
  };
}
