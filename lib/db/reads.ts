import Database from "better-sqlite3";

export type Value = string | number | bigint | null | Uint8Array;
/** A column as the driver gives it: instants as text. */
export type Column = string | number | null | Buffer;

/**
 * Reads in SQL, past Prisma, for what every request does: a prepared statement costs a few µs where the query compiler
 * takes hundreds. One text for both databases: names in double quotes, `?` for values. Each call sees all that was
 * committed before it, and nothing of an open transaction.
 */
export type Reads = {
  /** The first row; undefined when there is none. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined | Promise<Row | undefined>;
  all<Row>(sql: string, ...values: Value[]): Row[] | Promise<Row[]>;
  close(): void | Promise<void>;
};

/** A handle of its own, so that a read never lands inside a transaction of Prisma's. */
export function sqliteReads(file: string): Reads {
  let database: Database.Database | undefined;
  const statements = new Map<string, Database.Statement<Value[]>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    database ??= new Database(file, { readonly: true, timeout: 10_000 });
    const statement = database.prepare<Value[]>(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    get: <Row>(sql: string, ...values: Value[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: Value[]) => prepared(sql).all(...values) as Row[],
    close: () => {
      statements.clear();
      database?.close();
      database = undefined;
    },
  };
}
