import { connectionSettings, SqliteDatabase, type SqliteStatement } from "./driver";

/** A connection to a SQLite database with its prepared statements. It opens at the first use. */
export type SqliteHandle = {
  prepared(sql: string): SqliteStatement;
  inTransaction(): boolean;
  close(): void;
};

/**
 * One connection for the reads and writes that bypass Prisma, separate from Prisma's own. So no read runs inside a
 * transaction of Prisma's, and data written here stays in this connection's page cache, which a commit by another
 * connection would empty.
 */
export function sqliteHandle(file: string): SqliteHandle {
  let database: SqliteDatabase | undefined;
  const statements = new Map<string, SqliteStatement>();

  function open(): SqliteDatabase {
    if (database) return database;
    database = new SqliteDatabase(file, { mustExist: true, timeout: 10_000 });
    // A trigger can abort a statement half way, so SQLite keeps an undo journal for it. This keeps it in memory; the
    // default is a file for every transaction.
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
