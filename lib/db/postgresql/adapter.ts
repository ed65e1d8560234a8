import { PrismaPg } from "@prisma/adapter-pg";
import { DriverAdapterError, isDriverAdapterError } from "@prisma/driver-adapter-utils";
import pg from "pg";
import type { PoolState } from "../pool";
import { type Pooler, type SettledClient, settledClient } from "./client";
import type { Connection } from "./protocol/connection";
import { settle } from "./protocol/session";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;
type Queryable = Pick<Adapter, "queryRaw" | "executeRaw">;

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
 * Each connection gets its settings before anybody uses it; behind a pooler each transaction gets them instead
 * (`settledClient`).
 */
export class ResilientPg extends PrismaPg {
  private pool: pg.Pool | undefined;
  private connected: Promise<Adapter> | undefined;

  constructor({ config, settings, maxBehindPooler }: Connection) {
    const pooler: Pooler = {};
    // Once it has shown itself it stays: a connection may have gone around it, as in the middle of a failover.
    const onConnect = async (client: pg.ClientBase) => {
      pooler.isThere = (await settle(client, settings)).isShared || pooler.isThere === true;
      if (pooler.isThere && maxBehindPooler !== undefined && this.pool) this.pool.options.max = maxBehindPooler;
    };
    super({ ...config, onConnect, Client: settledClient(pooler, settings) });
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

  /** The connections, for whoever goes around Prisma. */
  async driver(): Promise<pg.Pool> {
    return (await this.connect()).underlyingDriver();
  }

  /** Closes the connections, if there are any. */
  async close(): Promise<void> {
    await (await this.connected)?.dispose();
  }

  private async open(): Promise<Adapter> {
    const adapter = await super.connect();
    this.pool = adapter.underlyingDriver();
    takeFreeOnes(this.pool);
    this.pool.on("acquire", (client) => (client as pg.PoolClient & SettledClient).start());
    watchQueries(adapter, rethrow);
    const begin = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => watchTransaction(await begin(isolationLevel).catch(rethrow));
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = () => {
      this.connected = undefined;
      return dispose();
    };
    return adapter;
  }
}

type Taken = Parameters<Parameters<pg.Pool["connect"]>[0]>;

/** When a new connection can't be opened in time, falls back to one that was freed meanwhile. */
function takeFreeOnes(pool: pg.Pool): void {
  const open = pool.connect.bind(pool);
  const take = (done: (...taken: Taken) => void) =>
    open((...taken) => (taken[0] && pool.idleCount > 0 ? open(done) : done(...taken)));
  const taken = () => open().catch((error: unknown) => (pool.idleCount > 0 ? open() : Promise.reject(error as Error)));
  pool.connect = ((done?: (...taken: Taken) => void) => (done ? take(done) : taken())) as typeof pool.connect;
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

/** What every failure that means "not now" becomes, with PostgreSQL's code if it has one, else the error itself. */
export function failureOf(error: unknown): unknown {
  if (!isAway(error)) return error;
  const { code } = error as { code?: unknown };
  return new DriverAdapterError({
    kind: "DatabaseNotReachable",
    ...(error instanceof pg.DatabaseError && typeof code === "string" ? { originalCode: code } : {}),
  });
}

export function rethrow(error: unknown): never {
  throw failureOf(error);
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

/**
 * The same of statements that don't go through Prisma, which tells these by kind: a database or login that is refused,
 * and a transaction that was rolled back in favour of another.
 */
const awayLogins = /^(3D000|28000|28P01|40001|40P01)$/;

/** Messages of pg, which have no code, about connections and timeouts. */
const awayMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Node's errors about sockets and host names. */
const awaySockets = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|ENOENT$)/;

/** Whether it means "can't serve right now". */
export function isAway(error: unknown): boolean {
  if (isDriverAdapterError(error)) {
    const { kind } = error.cause;
    return awayKinds.has(kind) || (kind === "postgres" && awayStates.test(error.cause.code));
  }
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    awayMessages.test(error.message) ||
    (typeof code === "string" &&
      (awaySockets.test(code) ||
        (error instanceof pg.DatabaseError && (awayStates.test(code) || awayLogins.test(code)))))
  );
}
