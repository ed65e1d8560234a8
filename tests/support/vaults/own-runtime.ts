import path from "node:path";
import { readSettings, type Settings } from "@/lib/env";
import { closeRuntime, type Runtime, runtime } from "@/lib/runtime";
import { prepare } from "@/lib/runtime/prepare";
import { migratedDatabase } from "./database";
import { newDataDir, projectRoot, removeDataDir } from "./server";

export const migrationsFolder = path.join(projectRoot, "prisma/migrations");

export const settingsFor = (dataDir: string, more: Record<string, string> = {}): Settings =>
  readSettings({ VAULT_DATA_DIR: dataDir, ...more });

/**
 * The product's own runtime in this process, on a prepared data folder of this test, and how to close it. `parameters`
 * are those of a PostgreSQL database's URL.
 */
export async function openOwnRuntime(
  more: Record<string, string> = {},
  parameters = "",
): Promise<Runtime & { close(): Promise<void> }> {
  const dataDir = newDataDir();
  const plainUrl = await migratedDatabase(dataDir);
  const url = plainUrl && withParameters(plainUrl, parameters);
  const settings = settingsFor(dataDir, { ...more, ...(url === undefined ? {} : { DATABASE_URL: url }) });
  // A developer's own settings must not lead a test to their vault.
  for (const name of Object.keys(settings))
    for (const key of [name, `${name}_FILE`]) Reflect.deleteProperty(process.env, key);
  Object.assign(process.env, more);
  process.env.VAULT_DATA_DIR = dataDir;
  if (url !== undefined) process.env.DATABASE_URL = url;
  const { lock, envelope } = await prepare(settings, migrationsFolder);
  runtime().vault.sealIn(envelope);
  return {
    ...runtime(),
    async close() {
      await closeRuntime();
      lock.release();
      removeDataDir(dataDir);
    },
  };
}

function withParameters(url: string, parameters: string): string {
  const own = new URL(url);
  for (const [name, value] of new URLSearchParams(parameters)) own.searchParams.set(name, value);
  return own.href;
}

/** Counts the rows that are actually written, with a trigger in the database. */
export async function countWrites(
  { db }: Runtime,
  table: string,
  column: string,
): Promise<(rowId: string) => Promise<number>> {
  const ledger = `_writes_of_${table}_${column}`;
  await db.$executeRawUnsafe(`CREATE TABLE "${ledger}" (rowId TEXT NOT NULL)`);
  await db.$executeRawUnsafe(
    `CREATE TRIGGER "${ledger}_trigger" AFTER UPDATE OF "${column}" ON "${table}" BEGIN INSERT INTO "${ledger}" VALUES (new.id); END`,
  );
  return async (rowId) => {
    const [row] = await db.$queryRawUnsafe<{ writes: bigint }[]>(
      `SELECT count(*) AS writes FROM "${ledger}" WHERE rowId = ?`,
      rowId,
    );
    return Number(row?.writes);
  };
}
