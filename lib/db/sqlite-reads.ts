import Database from "better-sqlite3";
import type { Reads, Value } from "./fast-paths";

/** A handle of its own, so that a read never lands inside a transaction of Prisma's. */
export function sqliteReads(file: string): Reads & { close(): void } {
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
