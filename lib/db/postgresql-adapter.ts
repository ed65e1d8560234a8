import { PrismaPg } from "@prisma/adapter-pg";
import { DriverAdapterError, isDriverAdapterError, type SqlQuery } from "@prisma/driver-adapter-utils";
import type pg from "pg";
import type { PoolState } from "./pool";
import type { Connection } from "./postgresql-connection";
import { type SessionSettings, settle, transactionStart } from "./postgresql-session";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;
type Queryable = Pick<Adapter, "queryRaw" | "executeRaw">;
/** Whether a pooler that may share server connections has shown itself; undefined before the first connection. */
type Pooler = { isThere?: boolean };

/**
 * The pg adapter, made safe for a database that goes away and comes back.
 *
 * Every error that means "can't serve right now" becomes the same one, `DatabaseNotReachable` (P1001). The plain
 * adapter passes some of them on as errors that Prisma doesn't know.
 *
 * A transaction in which a statement failed can't be committed, but PostgreSQL answers its COMMIT with a silent
 * rollback. Here that is an error, so that no lost write is acknowledged.
 *
 * A connection that failed inside a transaction never returns to the pool, where the next request would get it.
 *
 * Each connection gets its settings before anybody uses it. Behind a pooler each transaction gets them instead, and a
 * single statement runs in a transaction of its own.
 */
export class ResilientPg extends PrismaPg {
  private pool: pg.Pool | undefined;
  private connected: Promise<Adapter> | undefined;
  private readonly pooler: Pooler;
  private readonly settings: SessionSettings;

  constructor({ config, settings }: Connection) {
    const pooler: Pooler = {};
    // Once it has shown itself it stays: a connection may have gone around it, as in the middle of a failover.
    const onConnect = async (client: pg.ClientBase) =>
      void (pooler.isThere = (await settle(client, settings)).isShared || pooler.isThere === true);
    super({ ...config, onConnect });
    this.pooler = pooler;
    this.settings = settings;
  }

  /** The state of its connections; none before the first query. */
  poolState(): PoolState {
    return {
      total: this.pool?.totalCount ?? 0,
      idle: this.pool?.idleCount ?? 0,
      waiting: this.pool?.waitingCount ?? 0,
    };
  }

  /** One adapter, and therefore one pool, for all callers until it is disposed of. */
  override connect(): Promise<Adapter> {
    return (this.connected ??= this.open());
  }

  /** Closes the connections, if there are any. */
  async close(): Promise<void> {
    await (await this.connected)?.dispose();
  }

  private async open(): Promise<Adapter> {
    const adapter = await super.connect();
    this.pool = adapter.underlyingDriver();
    watchQueries(adapter, rethrow);
    const begin = adapter.startTransaction.bind(adapter);
    const ask = adapter.executeRaw.bind(adapter);
    const isBehindPooler = async () => {
      // Opens a first connection, which the pool keeps.
      if (this.pooler.isThere === undefined) await ask(plain("SELECT 1"));
      return this.pooler.isThere === true;
    };
    adapter.startTransaction = async (isolationLevel) => {
      if (!(await isBehindPooler())) return watchTransaction(await begin(isolationLevel).catch(rethrow));
      const transaction = watchTransaction(await begin().catch(rethrow));
      return settled(transaction, transactionStart(this.settings, isolationLevel));
    };
    runAlone(adapter, isBehindPooler);
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = () => {
      this.connected = undefined;
      return dispose();
    };
    return adapter;
  }
}

async function settled(transaction: Transaction, start: string): Promise<Transaction> {
  try {
    await transaction.executeRaw(plain(start));
    return transaction;
  } catch (error) {
    await takeBack(transaction, error);
    throw error;
  }
}

/** Behind a pooler, runs each single statement in a transaction of its own, which has the settings. */
function runAlone(adapter: Adapter, isBehindPooler: () => Promise<boolean>): void {
  const [queryRaw, executeRaw] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)];
  const alone = async <R>(work: (transaction: Transaction) => Promise<R>): Promise<R> => {
    const transaction = await adapter.startTransaction();
    try {
      const result = await work(transaction);
      await transaction.executeRaw(plain("COMMIT"));
      await transaction.commit();
      return result;
    } catch (error) {
      await takeBack(transaction, error);
      throw error;
    }
  };
  adapter.queryRaw = async (query) =>
    (await isBehindPooler()) ? alone((transaction) => transaction.queryRaw(query)) : queryRaw(query);
  adapter.executeRaw = async (query) =>
    (await isBehindPooler()) ? alone((transaction) => transaction.executeRaw(query)) : executeRaw(query);
}

const plain = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] });

/** Rolls back. If the database is away, it does so by itself, and an answer would only be waited for. */
async function takeBack(transaction: Transaction, error: unknown): Promise<void> {
  if (!isAway(error)) await transaction.executeRaw(plain("ROLLBACK")).catch(() => {});
  await transaction.rollback();
}

function watchTransaction(transaction: Transaction): Transaction {
  let failed = false;
  /** Whether the connection can't be used again. */
  let lost = false;
  watchQueries(transaction, (error) => {
    failed = true;
    lost ||= isAway(error);
    return rethrow(error);
  });
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = async (query) => {
    if (!failed || query.sql !== "COMMIT") return executeRaw(query);
    lost = true;
    throw new Error("A failed transaction can't be committed");
  };
  // The adapter releases the connection without saying whether it failed. The field is protected only in the types.
  const { client } = transaction as unknown as { client: pg.PoolClient };
  const release = client.release.bind(client);
  client.release = (error) => release(error ?? lost);
  return transaction;
}

function watchQueries(queryable: Queryable, onFailure: (error: unknown) => never): void {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (query) => queryRaw(query).catch(onFailure);
  queryable.executeRaw = (query) => executeRaw(query).catch(onFailure);
}

function rethrow(error: unknown): never {
  throw isAway(error) ? new DriverAdapterError({ kind: "DatabaseNotReachable" }) : error;
}

/**
 * Errors that the adapter knows by name. A login that worked at the start and is now refused means that a failover or a
 * password change is in progress.
 */
const awayKinds = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
  "TooManyConnections",
  "DatabaseDoesNotExist",
  "DatabaseAccessDenied",
  "AuthenticationFailed",
]);

/**
 * SQLSTATE classes (PostgreSQL, appendix A): connection exceptions, insufficient resources (a full disk), operator
 * intervention (shutdown, start, a cancelled statement), system errors. Single codes: a server that accepts no writes,
 * for example after a failover; a lock that was not available in time; a connection that was idle for too long.
 */
const awayStates = /^(08|53|57|58|25006|55P03|25P03)/;

/** Messages of pg, which have no code, about connections and timeouts. */
const awayMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Node's errors about sockets and host names. */
const awaySockets = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|ENOENT$)/;

function isAway(error: unknown): boolean {
  if (isDriverAdapterError(error)) {
    const { kind } = error.cause;
    return awayKinds.has(kind) || (kind === "postgres" && awayStates.test(error.cause.code));
  }
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return awayMessages.test(error.message) || (typeof code === "string" && awaySockets.test(code));
}
