import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";

type Factory = InstanceType<typeof PrismaBetterSqlite3>;
type Adapter = Awaited<ReturnType<Factory["connect"]>>;

/**
 * The better-sqlite3 adapter, made safe in three ways.
 *
 * It runs everything on one handle, so a query from outside an open interactive transaction would run inside it: dirty
 * reads, and acknowledged writes that a rollback undoes. Here such a query waits until the transaction has ended.
 *
 * A transaction that reads before it writes fails at once when another process has written in between. So transactions
 * take the write lock at their beginning, and wait for it; only a snapshot for reading, asked for by its isolation level,
 * does not.
 *
 * SQLite opens a WAL database with synchronous=NORMAL, which may lose acknowledged writes at a power cut, and without
 * foreign keys. Both are set at every open.
 */
export class IsolatedBetterSqlite3 extends PrismaBetterSqlite3 {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    await adapter.executeScript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;");
    return isolateTransactions(adapter);
  }
}

function isolateTransactions(adapter: Adapter): Adapter {
  /** Settles when the latest transaction has ended. */
  let lastEnd: Promise<void> = Promise.resolve();

  const outside =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      // Another transaction may have begun while this query waited: wait for that one as well.
      for (let seen = lastEnd; ; seen = lastEnd) {
        await seen;
        if (seen === lastEnd) return run(...args);
      }
    };

  const begin = adapter.startTransaction.bind(adapter);
  adapter.queryRaw = outside(adapter.queryRaw.bind(adapter));
  adapter.executeRaw = outside(adapter.executeRaw.bind(adapter));
  adapter.executeScript = outside(adapter.executeScript.bind(adapter));
  adapter.startTransaction = async (isolationLevel) => {
    const before = lastEnd;
    let end = () => {};
    lastEnd = new Promise<void>((resolve) => (end = resolve));
    await before;
    try {
      const transaction = await begin(isolationLevel);
      if (isolationLevel === undefined) await takeWriteLock(transaction);
      const commit = transaction.commit.bind(transaction);
      const rollback = transaction.rollback.bind(transaction);
      transaction.commit = () => commit().finally(end);
      transaction.rollback = () => rollback().finally(end);
      return transaction;
    } catch (error) {
      end();
      throw error;
    }
  };
  return adapter;
}

async function takeWriteLock(transaction: Awaited<ReturnType<Adapter["startTransaction"]>>): Promise<void> {
  const run = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
  await run("ROLLBACK");
  try {
    await run("BEGIN IMMEDIATE");
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
