// A thread that queries PostgreSQL for another that waits. Each query has its own connection, since the server may come
// and go.
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

async function ask(url, sql, values) {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  // The failing query reports it. After that nobody does, and an unhandled event would end the thread.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows, rowCount } = await client.query(
      sql,
      values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
    );
    return { rows, changes: rowCount ?? 0 };
  } catch (error) {
    return { error: `${error.code ?? ""} ${error.message}` };
  } finally {
    await client.end().catch(() => {});
  }
}
