import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { type TransactionGate, transactionGate } from "./sqlite-gate";

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
  constructor(
    options: ConstructorParameters<typeof PrismaBetterSqlite3>[0],
    private readonly gate: TransactionGate = transactionGate(),
  ) {
    super(options);
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    await adapter.executeScript(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;",
    );
    return isolateTransactions(adapter, this.gate);
  }
}

function isolateTransactions(adapter: Adapter, gate: TransactionGate): Adapter {
  const outside =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await gate.whenFree();
      return run(...args);
    };

  const begin = adapter.startTransaction.bind(adapter);
  adapter.queryRaw = outside(adapter.queryRaw.bind(adapter));
  adapter.executeRaw = outside(adapter.executeRaw.bind(adapter));
  adapter.executeScript = outside(adapter.executeScript.bind(adapter));
  adapter.startTransaction = async (isolationLevel) => {
    const end = await gate.enter();
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
