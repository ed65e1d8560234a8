import { type Db, openDatabase, openPostgresql, sqliteFile } from "./client";
import { isPostgresqlUrl } from "./postgresql-connection";
import { postgresqlReads, postgresqlWrites } from "./postgresql-fast-paths";
import { transactionGate } from "./sqlite-gate";
import { sqliteHandle } from "./sqlite-handle";
import { sqliteReads } from "./sqlite-reads";
import { sqliteWrites } from "./sqlite-writes";

export type Value = string | number | bigint | null | Uint8Array;

/**
 * Reads in SQL, past Prisma, for what every request does: a prepared statement costs a few µs where the query compiler
 * takes hundreds. One text for both databases: names in double quotes, `?` for values. Each call sees all that was
 * committed before it, and nothing of an open transaction.
 */
export type Reads = {
  /** The first row; undefined when there is none. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined | Promise<Row | undefined>;
  all<Row>(sql: string, ...values: Value[]): Row[] | Promise<Row[]>;
};

/** One write: its statement, and what must still hold when its turn comes. */
export type Write = {
  sql: string;
  values: Value[];
  /** Written only if this finds a row, which then stays as it is until the write is committed. */
  provided?: { sql: string; values: Value[] };
  /** Written only if this finds none. Of two at once that are `provided` by the same row, the later one looks when the first is done. */
  unless?: { sql: string; values: Value[] };
};

export type Writes = {
  /** Resolves to whether a row was written, once that is durable. Rejects with the driver's error. */
  run(write: Write): Promise<boolean>;
};

/** The database, and the ways past Prisma for what is asked of it most. */
export type FastPaths = { db: Db; reads: Reads; writes: Writes; close(): Promise<void> };

export function openFastPaths(databaseUrl: string): FastPaths {
  if (isPostgresqlUrl(databaseUrl)) {
    const { db, adapter } = openPostgresql(databaseUrl);
    return { db, reads: postgresqlReads(adapter), writes: postgresqlWrites(db, adapter), close: () => db.$disconnect().then(() => adapter.close()) };
  }
  const gate = transactionGate();
  const [db, handle] = [openDatabase(databaseUrl, gate), sqliteHandle(sqliteFile(databaseUrl))];
  const close = async () => {
    handle.close();
    await db.$disconnect();
  };
  return { db, reads: sqliteReads(handle), writes: sqliteWrites(handle, gate), close };
}
