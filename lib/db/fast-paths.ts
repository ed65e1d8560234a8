import type { Link } from "./chain";
import { type Db, openDatabase, openPostgresql, sqliteFile } from "./client";
import { isPostgresqlUrl } from "./postgresql/connection";
import { postgresqlReader } from "./postgresql/reader";
import { postgresqlWriter } from "./postgresql/writer";
import { transactionMutex } from "./transaction-mutex";
import type { SqlReader, SqlWriter } from "./sql";
import { sqliteHandle } from "./sqlite/handle";
import { sqliteReader } from "./sqlite/reader";
import { sqliteWriter } from "./sqlite/writer";

/** The database, and the ways around Prisma for the most frequent queries. */
export type FastPaths = { db: Db; reads: SqlReader; writes: SqlWriter; close(): Promise<void> };

/** `link` makes the MACs of activity records. */
export function openFastPaths(databaseUrl: string, link: Link): FastPaths {
  if (isPostgresqlUrl(databaseUrl)) {
    const { db, adapter } = openPostgresql(databaseUrl);
    return {
      db,
      reads: postgresqlReader(adapter),
      writes: postgresqlWriter(adapter, link),
      close: () => db.$disconnect().then(() => adapter.close()),
    };
  }
  const mutex = transactionMutex();
  const [db, handle] = [openDatabase(databaseUrl, mutex), sqliteHandle(sqliteFile(databaseUrl))];
  const close = async () => {
    handle.close();
    await db.$disconnect();
  };
  return { db, reads: sqliteReader(handle), writes: sqliteWriter(handle, mutex, link), close };
}
