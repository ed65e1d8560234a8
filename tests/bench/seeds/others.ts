import { once } from "node:events";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import pg from "pg";
import type { PostgresqlServer } from "../../support/postgresql/postgresql-server";
import type { Size } from "./account";
import type { Work } from "./others-worker";

/** Nothing is lost if loading is cut short: it is begun again. */
const whileLoading = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_wal_size=8GB"]
  .concat(["wal_level=minimal", "max_wal_senders=0", "maintenance_work_mem=1GB", "autovacuum=off"])
  .flatMap((setting) => ["-c", setting]);

type Index = { name: string; definition: string };

/**
 * Adds accounts to a migrated database of this data folder: their rows first and then the indexes, which takes a fraction
 * of the time. Restarts the server, which must be of no use to anybody meanwhile.
 */
export async function addOthers(
  server: PostgresqlServer,
  database: string,
  dataDir: string,
  { accounts, size }: { accounts: number; size: Size },
): Promise<void> {
  await server.stop();
  await server.start(whileLoading);
  const url = server.url(database);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<Index>(
      `SELECT i.relname AS name, pg_get_indexdef(i.oid) AS definition FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
       JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
       WHERE n.nspname = 'public' AND NOT x.indisprimary ORDER BY i.relname`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
    const masterKeys = readFileSync(path.join(dataDir, "master.key"), "utf8");
    await load({ url, masterKeys, size, accounts });
    for (const { name, definition } of indexes) {
      process.stdout.write(`\r\u001b[Kindexing: ${name}`);
      await client.query(definition);
    }
    process.stdout.write("\r\u001b[Kcleaning up\n");
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
  await server.stop();
  await server.start([]);
}

async function load(work: Work): Promise<void> {
  const threads = Math.min(os.cpus().length, work.accounts);
  const began = performance.now();
  let made = 0;
  const ends = Array.from({ length: threads }, (_, index) => {
    const accounts = Math.floor(work.accounts / threads) + (index < work.accounts % threads ? 1 : 0);
    const worker = new Worker(new URL("./others-worker.mjs", import.meta.url), {
      workerData: { ...work, accounts } satisfies Work,
    });
    worker.on("message", (count: number) => {
      made += count;
      process.stdout.write(`\r${(made * work.size.entries).toLocaleString("en")} entries of others`);
    });
    return once(worker, "exit").then(([code]) => {
      if (code !== 0) throw new Error("A thread that makes accounts failed.");
    });
  });
  await Promise.all(ends);
  process.stdout.write(` in ${Math.round((performance.now() - began) / 1000)} s\n`);
}
