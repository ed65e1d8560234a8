// A thread that queries PostgreSQL for another that waits. A connection is kept for a moment only: the server may come
// and go, and a vault may insist on being alone on its database.
import { workerData } from "node:worker_threads";
import pg from "pg";

const { port, answered } = workerData;

port.on("message", async ({ url, sql, values }) => {
  port.postMessage(await ask(url, sql, values));
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
});

/** Instants without a time zone are UTC here, whatever the machine's own zone is. */
const getTypeParser = (oid, format) =>
  oid === 1114 ? (text) => new Date(`${text.replace(" ", "T")}Z`) : pg.types.getTypeParser(oid, format);

/** Many tests ask again at once. Whatever begins after a test's last question takes longer than this to start. */
const keptMs = 100;
const pools = new Map();

function poolOf(url) {
  const known = pools.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: keptMs, types: { getTypeParser } });
  // A server that a test ends closes the connection too. The next query opens another.
  pool.on("error", () => {});
  pools.set(url, pool);
  return pool;
}

async function ask(url, sql, values) {
  try {
    const { rows, rowCount } = await poolOf(url).query(
      sql,
      values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
    );
    return { rows, changes: rowCount ?? 0 };
  } catch (error) {
    return { error: `${error.code ?? ""} ${error.message}` };
  }
}
