import type { Link } from "./activity/chain";
import { type Db, openPostgresql, openSqlite, sqliteFile } from "./client";
import { ResilientPg } from "./postgresql/adapter";
import { onlyConnection, type PoolState } from "./pool";
import { isPostgresqlUrl, postgresqlConnection } from "./postgresql/protocol/connection";
import { postgresqlReader } from "./postgresql/reader";
import { postgresqlWriter } from "./postgresql/writer";
import { transactionMutex } from "./transactions/transaction-mutex";
import type { SqlReader, SqlWriter } from "./sql";
import { sqliteHandle } from "./sqlite/handle";
import { sqliteReader } from "./sqlite/reader";
import { sqliteWriter } from "./sqlite/writer";

/** SQL access without Prisma, for the most frequent queries. */
type SqlAccess = { reads: SqlReader; writes: SqlWriter; poolState(): PoolState; close(): Promise<void> };

/** The database by Prisma, and without it. */
export type DatabaseHandles = SqlAccess & { readonly db: Db };

/** `link` makes the MACs of activity records. */
export function openDatabaseHandles(databaseUrl: string, link: Link): DatabaseHandles {
  if (isPostgresqlUrl(databaseUrl)) {
    const adapter = new ResilientPg(postgresqlConnection(databaseUrl));
    return withPrisma(() => openPostgresql(adapter), {
      reads: postgresqlReader(adapter),
      writes: postgresqlWriter(adapter, link),
      poolState: () => adapter.poolState(),
      close: () => adapter.close(),
    });
  }
  const mutex = transactionMutex();
  const handle = sqliteHandle(sqliteFile(databaseUrl));
  return withPrisma(() => openSqlite(databaseUrl, mutex), {
    reads: sqliteReader(handle),
    writes: sqliteWriter(handle, mutex, link),
    poolState: () => onlyConnection,
    close: async () => handle.close(),
  });
}

/** Makes Prisma's client at its first use, not at every start: reading its models takes a tenth of one. */
function withPrisma(open: () => Db, access: SqlAccess): DatabaseHandles {
  let client: Db | undefined;
  return {
    ...access,
    get db() {
      return (client ??= open());
    },
    close: async () => {
      await client?.$disconnect();
      await access.close();
    },
  };
}
