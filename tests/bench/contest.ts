import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite-driver";
import { ensureDatabase } from "../support/vaults/database";
import { type PostgresqlServer, startPostgresqlServer } from "../support/postgresql/postgresql-server";
import type { Owners } from "./cases";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/keyring";
import { createRights } from "@/lib/crypto/rights";
import { addOwner, seed } from "./seed";
import { type Running, startFloor, startVault } from "./servers";

/** Two servers with the same owners' data, to be compared. */
export type Contest = {
  /** A description of the server that the vault is compared with. */
  against: string;
  owners: Owners;
  startBase(): Promise<Running>;
  startVault(): Promise<Running>;
  end(): Promise<void>;
};

const sizes = { small: 100, medium: 1_000, large: 10_000, writer: 1 };

async function seeded(folder: string) {
  const dataDir = path.join(folder, "data");
  const { databaseFile, owners } = await seed(dataDir, sizes);
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

const otherUsers = 10_000;
const entriesEach = 100;

/** The vault with a million entries of other users, against itself without them. */
export async function grown(folder: string): Promise<Contest> {
  const { dataDir, owners } = await seeded(folder);
  const alone = path.join(folder, "alone");
  cpSync(dataDir, alone, { recursive: true });
  // Nobody opens the others' values or uses their keys: random bytes of the same size save a million and a half
  // encryptions.
  const rights = createRights(parseKeyRing(newMasterKeyText()));
  const unopened = { vault: { seal: (text: string) => new Uint8Array(randomBytes(64 + text.length)) }, rights };
  const database = new SqliteDatabase(path.join(dataDir, "vault.db"));
  for (const pragma of ["synchronous = OFF", "journal_mode = OFF", "cache_size = -2000000", "temp_store = MEMORY"])
    database.pragma(pragma);
  for (let done = 0; done < otherUsers; done += 500) {
    database.transaction(() => Array.from({ length: 500 }, () => addOwner(database, unopened, entriesEach)));
    process.stdout.write(`\r${((done + 500) * entriesEach).toLocaleString("en")} entries of others`);
  }
  process.stdout.write("\n");
  database.pragma("journal_mode = WAL");
  database.close();
  return {
    against: "itself with no others",
    owners,
    startBase: () => startVault(alone),
    startVault: () => startVault(dataDir),
    end: async () => {},
  };
}
