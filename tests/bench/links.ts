import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { KeyCaller } from "@/lib/auth/caller";
import { scopes } from "@/lib/contracts/access/scopes";
import { createVault, type Vault } from "@/lib/crypto/sealing/vault";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { readSettings } from "@/lib/env";
import { closeRuntime } from "@/lib/runtime";
import { loadKeyRing } from "@/lib/runtime/master-key";
import { prepare } from "@/lib/runtime/prepare";
import { listEntries } from "@/lib/services/entries/entries";
import { listFileLinks } from "@/lib/services/references/links";
import { getEntryUses } from "@/lib/services/references/uses";
import { cpuNanoseconds, median, residentMegabytes } from "./load/measure";
import { type PostgresqlServer, startPostgresqlServer } from "../support/postgresql/postgresql-server";
import { migratedTo } from "./contest";
import { sealingWith } from "./seeds/account";
import { addOwner } from "./seeds/seed";

/*
 * What comparing an env file with all entries costs: npm run bench -- --links, with --postgresql on PostgreSQL. It calls the
 * services in one process, for the time of HTTP is not the question here.
 */

const [entryCount, versionCount, variableCount] = [10_000, 20, 1_000];
const calls = Number(process.env.BENCH_ROUNDS ?? 15);

const dataDir = mkdtempSync(path.join(os.tmpdir(), "vault-bench-links-"));
process.env.VAULT_DATA_DIR = dataDir;

const valueOf = (entry: number, version: number) => `sk_test_not_a_real_key_${entry}_${version}`;

/** Variables that hold what an entry has, what one had, and values of their own: a third of each. */
const textOf = (variables: number): string =>
  Array.from({ length: variables }, (_, index) => {
    const entry = (index * 7) % entryCount;
    const value = [`sk_test_not_a_real_key_${entry}`, valueOf(entry, 1 + (index % versionCount)), `own-${index}`][
      index % 3
    ];
    return `NAME_${index}=${value}\n`;
  }).join("");

function addVersions(database: SqliteDatabase, vault: Vault, userId: string): void {
  const entries = database.prepare('SELECT "id" FROM "KeyEntry"').all() as { id: string }[];
  const add = database.prepare(
    'INSERT INTO "EntryVersion" ("id", "userId", "entryId", "version", "encryptedValue", "createdAt", "replacedAt") VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const at = new Date().toISOString().replace("Z", "+00:00");
  for (const [index, { id }] of entries.entries())
    for (let version = 1; version <= versionCount; version += 1) {
      const context = { table: "KeyEntry", field: "encryptedValue", rowId: id, userId };
      add.run(randomUUID(), userId, id, version, Buffer.from(vault.seal(valueOf(index, version), context)), at, at);
    }
  database.exec(`UPDATE "KeyEntry" SET "valueVersion" = ${versionCount + 1}, "version" = ${versionCount + 1}`);
}

function setFile(database: SqliteDatabase, vault: Vault, userId: string, rowId: string): void {
  const context = { table: "EnvFile", field: "encryptedContent", rowId, userId, padding: "padme" } as const;
  const sealed = Buffer.from(vault.seal(textOf(variableCount), context));
  database.prepare('UPDATE "EnvFile" SET "encryptedContent" = ? WHERE "id" = ?').run(sealed, rowId);
}

async function seeded() {
  const settings = readSettings({ VAULT_DATA_DIR: dataDir });
  const { lock, database: file } = await prepare(settings, path.resolve("prisma/migrations"));
  lock.release();
  const ring = loadKeyRing(settings);
  if (!ring) throw new Error("no master key was made");
  const database = new SqliteDatabase(file);
  const vault = createVault(ring);
  const owner = database.transaction(() => {
    const made = addOwner(database, sealingWith(ring), { entries: entryCount });
    const { userId } = database.prepare('SELECT "userId" FROM "EnvFile"').get() as { userId: string };
    addVersions(database, vault, userId);
    setFile(database, vault, userId, made.fileId);
    return { ...made, userId };
  });
  database.close();
  return owner;
}

type Cost = { ms: number; cpuMs: number; longestMs: number };

/** The time and CPU of a call, and the longest time for which it kept everybody else waiting. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [began, cpu] = [performance.now(), cpuNanoseconds(process.pid)];
  await work();
  const [ms, cpuMs] = [performance.now() - began, (cpuNanoseconds(process.pid) - cpu) / 1e6];
  delay.disable();
  return { ms, cpuMs, longestMs: delay.max / 1e6 };
}

async function medianOf(work: () => Promise<unknown>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let call = 0; call < calls; call += 1) costs.push(await costOf(work));
  const of = (part: keyof Cost) => median(costs.map((cost) => cost[part]));
  return { ms: of("ms"), cpuMs: of("cpuMs"), longestMs: Math.max(...costs.map(({ longestMs }) => longestMs)) };
}

let server: PostgresqlServer | undefined;
try {
  const { userId, projectId, fileId, entryId } = await seeded();
  if (process.argv.includes("--postgresql")) {
    server = await startPostgresqlServer({ durable: true });
    process.env.DATABASE_URL = await migratedTo(server, "bench_links", dataDir);
  }
  const caller: KeyCaller = {
    kind: "key",
    userId,
    keyId: "bench",
    keyHash: "",
    keyPrefix: "",
    scopes: new Set(scopes),
    bounds: null,
    addresses: null,
    revealsPerDay: null,
  };
  const ctx = { caller };
  const print = (what: string, { ms, cpuMs, longestMs }: Cost) =>
    process.stdout.write(
      `| ${what} | ${ms.toFixed(0)} ms | ${cpuMs.toFixed(0)} ms | ${longestMs.toFixed(0)} ms | ${residentMegabytes(process.pid).toFixed(0)} MB |\n`,
    );
  process.stdout.write("| | time | CPU | others wait at most | memory |\n|---|---|---|---|---|\n");
  const list = async () => JSON.stringify(await listEntries(ctx));
  await list();
  print("a plain list of all entries, as JSON", await medianOf(list));
  const links = () => listFileLinks(ctx, projectId, fileId);
  print("links, the first call", await costOf(links));
  print("links, later ones", await medianOf(links));
  print("uses of one entry", await medianOf(() => getEntryUses(ctx, entryId)));
  const states = (await links()).map(({ state }) => state);
  const count = (state: string) => states.filter((one) => one === state).length;
  process.stdout.write(`\n${count("same")} same, ${count("outdated")} outdated, ${count("plain")} plain\n`);
} finally {
  await closeRuntime();
  await server?.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
