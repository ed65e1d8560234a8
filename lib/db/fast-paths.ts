import { type Db, openDatabase, openPostgresql, sqliteFile } from "./client";
import { isPostgresqlUrl } from "./postgresql-connection";
import { postgresqlReads, postgresqlWrites } from "./postgresql-fast-paths";
import { transactionGate } from "./sqlite-gate";
import type { Reads, Writes } from "./sql";
import { sqliteHandle } from "./sqlite-handle";
import { sqliteReads } from "./sqlite-reads";
import { sqliteWrites } from "./sqlite-writes";

/** The database, and the ways around Prisma for the most frequent queries. */
export type FastPaths = { db: Db; reads: Reads; writes: Writes; close(): Promise<void> };

export function openFastPaths(databaseUrl: string): FastPaths {
  if (isPostgresqlUrl(databaseUrl)) {
    const { db, adapter } = openPostgresql(databaseUrl);
    return {
      db,
      reads: postgresqlReads(adapter),
      writes: postgresqlWrites(db, adapter),
      close: () => db.$disconnect().then(() => adapter.close()),
    };
  }
  const gate = transactionGate();
  const [db, handle] = [openDatabase(databaseUrl, gate), sqliteHandle(sqliteFile(databaseUrl))];
  const close = async () => {
    handle.close();
    await db.$disconnect();
  };
  return { db, reads: sqliteReads(handle), writes: sqliteWrites(handle, gate), close };
}
