import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { postgresqlUrlOf } from "./database";

/** A vault whose database is changed from outside, as somebody with access to it could. */
type Store = { dataDir: string };

type StoreRow = Record<string, unknown>;
type Result = { rows: StoreRow[]; changes: number };

export const databaseFile = ({ dataDir }: Store) => path.join(dataDir, "vault.db");

/** Runs one statement with parameters as `?`. Returns the number of changed rows. */
export const changeStore = (store: Store, sql: string, values: readonly unknown[] = []): number =>
  run(store, sql, values).changes;

/** The rows of a query, with binary columns as Buffer. */
export const readStore = <R = StoreRow>(store: Store, sql: string, values: readonly unknown[] = []): R[] =>
  run(store, sql, values).rows as R[];

/** Writes other bytes into a column of one row. */
export function damageStore(
  store: Store,
  table: string,
  column: string,
  id: string,
  damage: (bytes: Buffer) => Buffer,
): number {
  const [row] = readStore<{ bytes: Buffer }>(store, `SELECT "${column}" AS "bytes" FROM "${table}" WHERE "id" = ?`, [
    id,
  ]);
  if (!row) throw new Error(`${table} has no row ${id}`);
  return changeStore(store, `UPDATE "${table}" SET "${column}" = ? WHERE "id" = ?`, [damage(row.bytes), id]);
}

/** Swaps a column between two rows. */
export function swapInStore(
  store: Store,
  table: string,
  column: string,
  [left, right]: readonly [string, string],
): void {
  const read = (id: string) =>
    readStore<{ bytes: Buffer }>(store, `SELECT "${column}" AS "bytes" FROM "${table}" WHERE "id" = ?`, [id])[0]?.bytes;
  const write = (bytes: Buffer | undefined, id: string) =>
    changeStore(store, `UPDATE "${table}" SET "${column}" = ? WHERE "id" = ?`, [bytes, id]);
  const [ofLeft, ofRight] = [read(left), read(right)];
  write(ofRight, left);
  write(ofLeft, right);
}

/**
 * Everything that the database stores: SQLite's files byte by byte, including its write-ahead log; PostgreSQL's rows.
 */
export function storedBytes(store: Store): Buffer {
  if (postgresqlUrlOf(store.dataDir) === undefined) {
    const files = ["", "-wal"].map((ending) => databaseFile(store) + ending).filter((file) => existsSync(file));
    return Buffer.concat(files.map((file) => readFileSync(file)));
  }
  const tables = readStore<{ name: string }>(
    store,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const values = tables
    .flatMap(({ name }) => readStore(store, `SELECT * FROM "${name}"`))
    .flatMap((row) => Object.values(row));
  return Buffer.concat(values.map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(`${String(value)}\n`))));
}

/** Problems that the database finds in its own file. PostgreSQL checks its pages as it reads them. */
export function faultsOfStore(store: Store): unknown[] {
  if (postgresqlUrlOf(store.dataDir) !== undefined) return [];
  return [
    ...readStore(store, "PRAGMA integrity_check").filter(({ integrity_check }) => integrity_check !== "ok"),
    ...readStore(store, "PRAGMA foreign_key_check"),
  ];
}

function run(store: Store, sql: string, values: readonly unknown[]): Result {
  const url = postgresqlUrlOf(store.dataDir);
  return url === undefined ? runOnSqlite(databaseFile(store), sql, values) : runOnPostgresql(url, sql, values);
}

function runOnSqlite(file: string, sql: string, values: readonly unknown[]): Result {
  const database = new SqliteDatabase(file, { timeout: 10_000 });
  try {
    const statement = database.prepare(sql);
    return statement.reader
      ? { rows: statement.all(...values), changes: 0 }
      : { rows: [], changes: statement.run(...values).changes };
  } finally {
    database.close();
  }
}

type Asker = { port: MessagePort; answered: Int32Array };
let asker: Asker | undefined;

/** Longer than any answer takes. A thread that is gone never answers, and the wait would not end. */
const answerMsMax = 60_000;

/** In a separate thread, so that a test need not care which database can only be queried asynchronously. */
function startAsker(): Asker {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL("postgresql-asker.mjs", import.meta.url), {
    workerData: { port: port2, answered },
    transferList: [port2],
  }).unref();
  return { port, answered };
}

function runOnPostgresql(url: string, sql: string, values: readonly unknown[]): Result {
  const { port, answered } = (asker ??= startAsker());
  let parameter = 0;
  Atomics.store(answered, 0, 0);
  port.postMessage({ url, sql: sql.replaceAll("?", () => `$${(parameter += 1)}`), values });
  if (Atomics.wait(answered, 0, 0, answerMsMax) === "timed-out") {
    // The error that ended the thread is thrown once this thread continues.
    asker = undefined;
    throw new Error(`PostgreSQL was asked and gave no answer: ${sql}`);
  }
  const { rows, changes, error } = receiveMessageOnPort(port)?.message as Result & { error?: string };
  if (error !== undefined) throw new Error(error);
  return {
    rows: rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]),
      ),
    ),
    changes,
  };
}
