import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { ensureDatabase } from "../support/vaults/database";
import { type PostgresqlServer, startPostgresqlServer } from "../support/postgresql/postgresql-server";
import type { Owners } from "./cases";
import { sealingWith, type Size } from "./seeds/account";
import { addOthers } from "./seeds/others";
import { addOwner, masterKeysOf, seed } from "./seeds/seed";
import { type Running, startFloor, startVault } from "./load/servers";

/** Two servers with the same owners' data, to be compared. */
export type Contest = {
  /** A description of the server that the vault is compared with. */
  against: string;
  owners: Owners;
  /** Where the data of each is, for the operator's commands. */
  places?: { base: Place; vault: Place };
  /** The ids of the processes of the database's server, if what they take counts. */
  databaseProcesses?: () => number[];
  startBase(): Promise<Running>;
  startVault(): Promise<Running>;
  end(): Promise<void>;
};

type Env = Record<string, string>;
export type Place = { dataDir: string; env: Env };

const sizes = { small: 100, medium: 1_000, large: 10_000, writer: 1, changer: 1_000 };

async function seeded(folder: string, past = false) {
  const dataDir = path.join(folder, "data");
  const { databaseFile, owners } = await seed(
    dataDir,
    Object.fromEntries(Object.entries(sizes).map(([name, entries]) => [name, { entries, past }])),
  );
  return { dataDir, databaseFile, owners: owners as Owners };
}

export async function onSqlite(folder: string): Promise<Contest> {
  const { dataDir, databaseFile, owners } = await seeded(folder);
  const copy = path.join(folder, "floor.db");
  cpSync(databaseFile, copy);
  return {
    against: "the floor",
    owners,
    startBase: () => startFloor(copy, dataDir),
    startVault: () => startVault(dataDir),
    end: async () => {},
  };
}

/** A new database with the data of this folder. Returns its URL. */
export async function migratedTo(server: PostgresqlServer, name: string, dataDir: string): Promise<string> {
  const url = server.url(name);
  await ensureDatabase(url);
  const file = path.join(dataDir, `${name}.url`);
  writeFileSync(file, url, { mode: 0o600 });
  const { status, stderr } = spawnSync(process.execPath, ["scripts/admin.mjs", "migrate-database", "--to-file", file], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", VAULT_DATA_DIR: dataDir },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The data could not be brought to PostgreSQL:\n${stderr}`);
  return url;
}

/** The same data on both sides, each in its own database on one durable server. */
export async function onPostgresql(folder: string): Promise<Contest> {
  const { dataDir, owners } = await seeded(folder);
  const server = await startPostgresqlServer({ durable: true });
  const [vaultUrl, floorUrl] = [
    await migratedTo(server, "bench_vault", dataDir),
    await migratedTo(server, "bench_floor", dataDir),
  ];
  return {
    against: "the floor",
    owners,
    startBase: () => startFloor(floorUrl, dataDir),
    startVault: () => startVault(dataDir, { DATABASE_URL: vaultUrl }),
    end: () => server.remove(),
  };
}

/** The accounts that the database has besides, and what each owns. */
export type Others = { accounts: number; size: Size };

/** The vault with a million entries of other accounts, against itself without them. */
export async function grown(folder: string, { accounts, size }: Others): Promise<Contest> {
  const { dataDir, owners } = await seeded(folder, true);
  const alone = path.join(folder, "alone");
  cpSync(dataDir, alone, { recursive: true });
  const sealing = sealingWith(masterKeysOf(dataDir));
  const database = new SqliteDatabase(path.join(dataDir, "vault.db"));
  for (const pragma of ["synchronous = OFF", "journal_mode = OFF", "cache_size = -2000000", "temp_store = MEMORY"])
    database.pragma(pragma);
  for (let done = 0; done < accounts; done += 100) {
    const count = Math.min(100, accounts - done);
    database.transaction(() => void Array.from({ length: count }, () => addOwner(database, sealing, size)));
    process.stdout.write(`\r${((done + count) * size.entries).toLocaleString("en")} entries of others`);
  }
  process.stdout.write("\n");
  database.pragma("journal_mode = WAL");
  database.close();
  return {
    against: "itself with no others",
    owners,
    places: { base: { dataDir: alone, env: {} }, vault: { dataDir, env: {} } },
    startBase: () => startVault(alone),
    startVault: () => startVault(dataDir),
    end: async () => {},
  };
}

/** What a server of this size is usually given. Everything else is as it comes. */
const largeServer = ["-c", "shared_buffers=2GB", "-c", "max_wal_size=4GB"];

/**
 * The same with ten million on PostgreSQL, both databases on one durable server. `folder` may be one to keep, with what was
 * made there before.
 */
export async function grownOnPostgresql(
  folder: string,
  { isKept, ...others }: Others & { isKept: boolean },
): Promise<Contest> {
  const made = path.join(folder, "owners.json");
  const isThere = existsSync(made);
  const { dataDir, owners } = isThere
    ? { dataDir: path.join(folder, "data"), owners: JSON.parse(readFileSync(made, "utf8")) as Owners }
    : await seeded(folder, true);
  const server = await startPostgresqlServer({
    durable: true,
    flags: largeServer,
    ...(isKept && { keptIn: path.join(folder, "server") }),
  });
  const [base, vault] = ["bench_alone", "bench_vault"] as const;
  if (!isThere) {
    await migratedTo(server, base, dataDir);
    await copyDatabase(server, base, vault);
    await addOthers(server, vault, dataDir, others);
    writeFileSync(made, JSON.stringify(owners));
  }
  const [baseEnv, vaultEnv] = [{ DATABASE_URL: server.url(base) }, { DATABASE_URL: server.url(vault) }];
  return {
    against: "itself with no others",
    owners,
    places: { base: { dataDir, env: baseEnv }, vault: { dataDir, env: vaultEnv } },
    databaseProcesses: server.processes,
    startBase: () => startVault(dataDir, baseEnv),
    startVault: () => startVault(dataDir, vaultEnv),
    end: () => server.remove(),
  };
}

async function copyDatabase(server: PostgresqlServer, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE "${to}" TEMPLATE "${from}"`);
  } finally {
    await client.end();
  }
}
