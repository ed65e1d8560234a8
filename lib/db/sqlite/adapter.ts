import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type SqlResultSet,
  type Transaction,
} from "@prisma/driver-adapter-utils";
import { boundValue, columnTypesOf, driverFault, readValues } from "./conversion";
import { connectionSettings, SqliteDatabase, type SqliteStatement } from "./driver";
import { type TransactionMutex, transactionMutex } from "../transactions/transaction-mutex";

const adapterName = "vault-sqlite";

/**
 * Prisma's adapter for SQLite. It makes three things safe.
 *
 * Everything runs on one connection, so a query from outside an open interactive transaction would run inside it: it
 * could read uncommitted data, and a rollback would undo its acknowledged writes. Here such a query waits until the
 * transaction has ended.
 *
 * A transaction that reads before it writes fails at once if another process has written in between. So transactions
 * wait for the write lock and take it when they begin. Only a read-only snapshot, chosen by its isolation level, does
 * not.
 *
 * Every connection gets its settings whenever it is opened.
 */
export class SqliteAdapter implements SqlDriverAdapterFactory {
  readonly provider = "sqlite";
  readonly adapterName = adapterName;

  constructor(
    private readonly options: { file: string; timeout?: number },
    private readonly mutex: TransactionMutex = transactionMutex(),
  ) {}

  async connect(): Promise<SqlDriverAdapter> {
    const { file, ...options } = this.options;
    const database = new SqliteDatabase(file, options);
    for (const setting of ["journal_mode = WAL", ...connectionSettings]) database.pragma(setting);
    return connection(database, this.mutex);
  }
}

function connection(database: SqliteDatabase, mutex: TransactionMutex): SqlDriverAdapter {
  const inside = queryable(database);
  return {
    provider: "sqlite",
    adapterName,
    queryRaw: (query) => mutex.between(() => inside.queryRaw(query)),
    executeRaw: (query) => mutex.between(() => inside.executeRaw(query)),
    executeScript: (script) => mutex.between(() => attempt(() => database.exec(script))),
    async startTransaction(isolationLevel) {
      const end = await mutex.acquire();
      try {
        return begin(database, inside, end, isolationLevel);
      } catch (error) {
        end();
        throw error;
      }
    },
    async dispose() {
      database.close();
    },
  };
}

function begin(
  database: SqliteDatabase,
  inside: SqlQueryable,
  end: () => void,
  isolationLevel: IsolationLevel | undefined,
): Transaction {
  if (isolationLevel !== undefined && isolationLevel !== "SERIALIZABLE")
    throw new DriverAdapterError({ kind: "InvalidIsolationLevel", level: isolationLevel });
  attempt(() => database.exec(isolationLevel === undefined ? "BEGIN IMMEDIATE" : "BEGIN"));
  const savepoint = (sql: string) => inside.executeRaw({ sql, args: [], argTypes: [] }).then(() => undefined);
  return {
    ...inside,
    // Prisma sends COMMIT and ROLLBACK itself, and then reports them here.
    options: { usePhantomQuery: false },
    commit: async () => end(),
    rollback: async () => end(),
    createSavepoint: (name) => savepoint(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => savepoint(`ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => savepoint(`RELEASE SAVEPOINT ${name}`),
  };
}

function queryable(database: SqliteDatabase): SqlQueryable {
  const prepared = lastPrepared(database);
  return {
    provider: "sqlite",
    adapterName,
    queryRaw: async (query) => attempt(() => read(prepared(query.sql), query)),
    executeRaw: async (query) => attempt(() => prepared(query.sql).run(...valuesOf(query)).changes),
  };
}

const statementsKept = 100;

/**
 * Prepares a statement once for as long as it is in use: compiling it takes longer than running it. Each one runs to
 * its end before the next one starts, so one of each is enough.
 */
function lastPrepared(database: SqliteDatabase): (sql: string) => SqliteStatement {
  const statements = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    // Last in the map is what was used last.
    statements.delete(sql);
    statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > statementsKept && oldest !== undefined) statements.delete(oldest);
    return statement;
  };
}

function read(statement: SqliteStatement, query: SqlQuery): SqlResultSet {
  if (!statement.reader) {
    statement.run(...valuesOf(query));
    return { columnNames: [], columnTypes: [], rows: [] };
  }
  const rows = statement.readBigInts().raw(...valuesOf(query));
  const columnTypes = columnTypesOf(
    statement.columns.map(({ type }) => type),
    rows,
  );
  return {
    columnNames: statement.columns.map(({ name }) => name),
    columnTypes,
    rows: rows.map((row) => readValues(row, columnTypes)),
  };
}

const valuesOf = ({ args, argTypes }: SqlQuery) => args.map((value, index) => boundValue(value, argTypes[index]));

/** Translates SQLite's errors into Prisma's. Passes on all others unchanged. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = driverFault(error);
    throw fault ? new DriverAdapterError(fault) : error;
  }
}
