import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { MigrationError } from "@/lib/db/migrate";
import { endCleaning } from "@/lib/db/postgresql/cleaning";
import { engineDialect, withPreparationLock } from "@/lib/db/postgresql/migrate";
import { createDatabase } from "@/lib/runtime/create-database";
import { startPostgresqlServer } from "../../support/postgresql/postgresql-server";
import { startStrayingProxy } from "../../support/postgresql/straying-proxy";
import { bundleScript, runInChild } from "../../support/programs/child-script";
import { databaseUrl, ensureDatabase } from "../../support/vaults/database";
import { newDataDir, projectRoot, removeDataDir } from "../../support/vaults/server";
import { changeStore, readStore } from "../../support/vaults/store";

const folders: string[] = [];
afterAll(() => folders.forEach(removeDataDir));

/** A data folder and its new, empty database. */
async function aPlace(server: "databaseServer" | "directServer" = "databaseServer") {
  const dataDir = newDataDir();
  folders.push(dataDir);
  const url = databaseUrl(inject(server), dataDir);
  await ensureDatabase(url);
  return { dataDir, url };
}

type Outcome = { migrations: string[]; madeMasterKey: boolean } | { refused: string };

const script = bundleScript(`
  import { processSettings } from "./lib/env";
  import { prepare } from "./lib/runtime/prepare";
  const outcome = await prepare(processSettings(), "prisma/migrations").then(({ migrations, madeMasterKey }) => ({ migrations, madeMasterKey }), (error) => ({ refused: error.message }));
  process.stdout.write(JSON.stringify(outcome));`);

/** Prepares the data in a separate process, like a start. */
function prepareInProcess(dataDir: string, url: string): Promise<Outcome> {
  const child = spawn(process.execPath, ["--input-type=module", "-"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", VAULT_DATA_DIR: dataDir, DATABASE_URL: url },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(script);
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => void (printed += chunk.toString("utf8")));
  return new Promise((resolve, reject) =>
    child.once("close", () =>
      printed ? resolve(JSON.parse(printed) as Outcome) : reject(new Error("it said nothing")),
    ),
  );
}

const all = readdirSync(path.join(projectRoot, "prisma/migrations/postgresql"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

test("a start says so if later connections lead to a server that lacks what was prepared", async () => {
  const [here, elsewhere] = [await aPlace(), await aPlace()];
  const other = new URL(elsewhere.url).pathname.slice(1);
  const prepared = await startStrayingProxy(here.url, { first: Number.POSITIVE_INFINITY, elsewhere: other });
  expect(await prepareInProcess(here.dataDir, prepared.url)).toEqual({ migrations: all, madeMasterKey: true });
  // Only the last connection, which reads the check values of the master keys.
  const straying = await startStrayingProxy(here.url, { first: prepared.connections() - 1, elsewhere: other });
  expect(await prepareInProcess(here.dataDir, straying.url)).toEqual({
    refused: expect.stringMatching(/^The database was prepared, but .* DATABASE_URL leads to more than one server/),
  });
  await Promise.all([prepared.end(), straying.end()]);
});

describe("8 processes that start at once on an empty database", () => {
  test.each([1, 2, 3, 4, 5])("apply each migration once, and create one master key (time %i)", async () => {
    const { dataDir, url } = await aPlace();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => prepareInProcess(dataDir, url)));
    const sorted = outcomes.sort((left, right) => JSON.stringify(right).length - JSON.stringify(left).length);
    expect(sorted).toEqual([
      { migrations: all, madeMasterKey: true },
      ...Array.from({ length: 7 }, () => ({ migrations: [], madeMasterKey: false })),
    ]);
    expect(readStore({ dataDir }, 'SELECT migration_name FROM "_prisma_migrations" ORDER BY migration_name')).toEqual(
      all.map((migration_name) => ({ migration_name })),
    );
    expect(readStore({ dataDir }, 'SELECT "keyId" FROM "KeyCheck"')).toHaveLength(1);
  });

  test("with separate data folders: one creates the master key, the others ask for it and create none", async () => {
    const { url } = await aPlace();
    const places = Array.from({ length: 8 }, () => newDataDir());
    folders.push(...places);
    const outcomes = await Promise.all(places.map((dataDir) => prepareInProcess(dataDir, url)));
    expect(outcomes.filter((outcome) => "madeMasterKey" in outcome && outcome.madeMasterKey)).toHaveLength(1);
    expect(
      outcomes.filter(
        (outcome) => "refused" in outcome && /no master key was given.*VAULT_MASTER_KEYS_FILE/.test(outcome.refused),
      ),
    ).toHaveLength(7);
    expect(places.filter((dataDir) => readdirSync(dataDir).includes("master.key"))).toHaveLength(1);
  });
});

describe("the lock of a start", () => {
  const locks = (dataDir: string, granted: boolean) =>
    readStore(
      { dataDir },
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted = ${granted} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );

  test("ends with a process that is killed while working, and the next one continues", async () => {
    const { dataDir, url } = await aPlace();
    const { child } = await runInChild(
      `import { withPreparationLock } from "./lib/db/postgresql/migrate";
      await withPreparationLock(process.env.URL ?? "", () => new Promise(() => console.log("held")));`,
      { URL: url },
    );
    const next = prepareInProcess(dataDir, url);
    await expect.poll(() => locks(dataDir, false), { timeout: 30_000 }).toHaveLength(1);
    child.kill("SIGKILL");
    expect(await next).toEqual({ migrations: all, madeMasterKey: true });
  });

  test("is held until the work is done, however soon the server ends idle transactions", async () => {
    const { dataDir, url } = await aPlace();
    await withPreparationLock(`${url}?idle_in_transaction_session_timeout=100`, async () => {
      changeStore({ dataDir }, "SELECT pg_sleep(1)");
      expect(locks(dataDir, true)).toHaveLength(1);
    });
    await expect.poll(() => locks(dataDir, true)).toEqual([]);
  });
});

describe("the migrations on PostgreSQL", () => {
  const migrations = path.join(projectRoot, "prisma/migrations/postgresql");

  test("have the same names as SQLite's", () => {
    expect(readdirSync(migrations)).toEqual(readdirSync(path.join(projectRoot, "prisma/migrations/sqlite")));
  });

  test("compare every text byte by byte, whatever the database's own order is", async () => {
    const { dataDir, url } = await aPlace();
    await withPreparationLock(url, (migrate) => migrate(migrations));
    const unordered = readStore(
      { dataDir },
      `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text' AND table_name <> '_prisma_migrations' AND collation_name IS DISTINCT FROM 'C'`,
    );
    expect(unordered).toEqual([]);
  });

  test("leave out on CockroachDB what it does not support, and create the same tables there", async () => {
    const asked: string[] = [];
    const cockroach = {
      query: (sql: string) =>
        Promise.resolve(
          asked.push(sql) === 1
            ? { rows: [{ version: "CockroachDB CCL v26.3.0 (x86_64-pc-linux-gnu)" }] }
            : { rows: [] },
        ),
    };
    const toEngine = await engineDialect(cockroach as unknown as pg.Client);
    expect(asked).toEqual(["SELECT version() AS version", "SET default_int_size = 4"]);

    const [{ dataDir, url }, other] = [await aPlace(), await aPlace()];
    await withPreparationLock(url, (migrate) => migrate(migrations));
    const name = `${new URL(other.url).pathname.slice(1)}_bytes`;
    changeStore(other, `CREATE DATABASE "${name}" ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0`);
    const texts = all.map((migration) =>
      toEngine(readFileSync(path.join(migrations, migration, "migration.sql"), "utf8")),
    );
    expect(texts.join("\n").replaceAll(/--.*/g, "")).not.toMatch(/COLLATE/);
    const client = new pg.Client(`${other.url}_bytes`);
    await client.connect();
    try {
      for (const text of texts) await client.query(text);
      const columns =
        "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY table_name COLLATE \"C\", column_name COLLATE \"C\"";
      const { rows } = await client.query(columns);
      expect(rows.length).toBeGreaterThan(50);
      expect(rows).toEqual(readStore({ dataDir }, columns));
    } finally {
      await client.end();
    }
  });

  test("are followed by statistics, once the new database was filled: a plan without them reads whole tables", async () => {
    const { dataDir, url } = await aPlace();
    await createDatabase(url, path.dirname(migrations), async () => {});
    const unknown =
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname <> '_prisma_migrations' AND relnamespace = 'public'::regnamespace AND reltuples < 0";
    expect(readStore({ dataDir }, unknown)).toEqual([]);
  });

  test("that took longer than they may wait for a table begin anew all the same, if somebody holds it for a moment", async () => {
    const { url } = await aPlace();
    await withPreparationLock(url, (migrate) => migrate(migrations));
    const later = newDataDir();
    folders.push(later);
    cpSync(migrations, later, { recursive: true });
    mkdirSync(path.join(later, "9001_label"));
    writeFileSync(path.join(later, "9001_label/migration.sql"), 'ALTER TABLE "User" ADD COLUMN "label" TEXT;\n');
    const vault = new pg.Client(url);
    await vault.connect();
    // Each look at the clock is two minutes later.
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 120_000));
    try {
      await vault.query('BEGIN; SELECT FROM "User" FOR UPDATE');
      const waiting = async () => {
        const asked = `SELECT virtualtransaction AS id FROM pg_locks WHERE relation = '"User"'::regclass AND NOT granted`;
        return (await vault.query<{ id: string }>(asked)).rows[0]?.id;
      };
      const letGo = async () => {
        const attempts = new Set<string>();
        const seen = async () => attempts.add((await waiting()) ?? "").size;
        // None, the first and the second.
        await expect.poll(seen, { timeout: 30_000, interval: 20 }).toBe(3);
        await vault.query("COMMIT");
      };
      const [migrated] = await Promise.all([withPreparationLock(url, (migrate) => migrate(later)), letGo()]);
      expect(migrated).toEqual(["9001_label"]);
    } finally {
      clock.mockRestore();
      await vault.end();
    }
  });

  test("take a table that PostgreSQL is cleaning up: that gives way to who waits longer than migrations do", async () => {
    const server = await startPostgresqlServer({ flags: ["-c", "autovacuum_naptime=1"] });
    onTestFinished(() => server.remove());
    const url = server.url("postgres");
    await withPreparationLock(url, (migrate) => migrate(migrations));
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    // A page in each tenth of a second: many times as long as the migration may take.
    await client.query(`
      CREATE TABLE "Large" WITH (fillfactor = 10, autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)
        AS SELECT repeat('x', 500) AS text FROM generate_series(1, 3000);
      DELETE FROM "Large"`);
    const cleaning = `SELECT pid FROM pg_locks WHERE relation = '"Large"'::regclass AND mode = 'ShareUpdateExclusiveLock'`;
    await expect.poll(async () => (await client.query(cleaning)).rowCount, { timeout: 60_000 }).toBe(1);
    const later = newDataDir();
    folders.push(later);
    cpSync(migrations, later, { recursive: true });
    mkdirSync(path.join(later, "9001_large"));
    writeFileSync(path.join(later, "9001_large/migration.sql"), 'ALTER TABLE "Large" ADD COLUMN "label" TEXT;\n');
    expect(await withPreparationLock(url, (migrate) => migrate(later))).toEqual(["9001_large"]);
  });

  test("wait so for tables that are cleaned up behind a pooler, too, where only transactions know the vault’s schema", async () => {
    // A pooler would not keep the test's own settings either.
    const { url } = await aPlace("directServer");
    await withPreparationLock(url, (migrate) => migrate(migrations));
    const [client, cleaner] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([client.connect(), cleaner.connect()]);
    try {
      await client.query("CREATE SCHEMA other; SET search_path = other");
      await cleaner.query('BEGIN; LOCK TABLE "User" IN SHARE UPDATE EXCLUSIVE MODE');
      const begin = () => client.query("BEGIN; SET LOCAL search_path = public");
      const ended = endCleaning({ client, begin });
      const waiting = `SELECT pid FROM pg_locks WHERE relation = '"User"'::regclass AND NOT granted`;
      await expect.poll(async () => (await cleaner.query(waiting)).rowCount).toBe(1);
      await cleaner.query("COMMIT");
      await ended;
    } finally {
      await Promise.all([client.end(), cleaner.end()]);
    }
  });

  test("give way to a transaction that holds one of their tables and waits for another, and begin anew", async () => {
    const { dataDir, url } = await aPlace();
    await withPreparationLock(url, (migrate) => migrate(migrations));
    const later = newDataDir();
    folders.push(later);
    cpSync(migrations, later, { recursive: true });
    mkdirSync(path.join(later, "9001_both"));
    const both = ["KeyEntry", "User"].map((table) => `ALTER TABLE "${table}" ADD COLUMN "label" TEXT;\n`).join("");
    writeFileSync(path.join(later, "9001_both/migration.sql"), both);
    const vault = new pg.Client(url);
    await vault.connect();
    try {
      await vault.query('BEGIN; SELECT FROM "User" FOR UPDATE');
      const migrated = withPreparationLock(url, (migrate) => migrate(later));
      const waitsFor = (table: string) =>
        expect
          .poll(
            () =>
              readStore(
                { dataDir },
                `SELECT pid FROM pg_locks WHERE relation = '"${table}"'::regclass AND NOT granted`,
              ),
            { timeout: 30_000 },
          )
          .toHaveLength(1);
      await waitsFor("User");
      await vault.query('SELECT FROM "KeyEntry"');
      await waitsFor("KeyEntry");
      await vault.query("COMMIT");
      expect(await migrated).toEqual(["9001_both"]);
    } finally {
      await vault.end();
    }
  });

  test("do not mark existing passwords as temporary", async () => {
    const { dataDir, url } = await aPlace();
    const earlier = newDataDir();
    folders.push(earlier);
    cpSync(migrations, earlier, { recursive: true });
    rmSync(path.join(earlier, "0004_made_passwords"), { recursive: true });
    await withPreparationLock(url, (migrate) => migrate(earlier));
    changeStore(
      { dataDir },
      `INSERT INTO "User" ("id", "email", "passwordHash", "updatedAt") VALUES ('u', 'ada@example.com', 'hash', now())`,
    );
    expect(await withPreparationLock(url, (migrate) => migrate(migrations))).toEqual(["0004_made_passwords"]);
    expect(readStore({ dataDir }, 'SELECT "passwordHash", "passwordMadeAt" FROM "User"')).toEqual([
      { passwordHash: "hash", passwordMadeAt: null },
    ]);
  });

  test("start all existing data at version 1", async () => {
    const { dataDir, url } = await aPlace();
    const earlier = newDataDir();
    folders.push(earlier);
    cpSync(migrations, earlier, { recursive: true });
    // With those that build on it.
    const left = ["0006_versions", "0010_history", "0019_former_places", "0020_told_dates"];
    for (const name of left) rmSync(path.join(earlier, name), { recursive: true });
    await withPreparationLock(url, (migrate) => migrate(earlier));
    changeStore({ dataDir }, `INSERT INTO "User" ("id", "email", "updatedAt") VALUES ('u', 'ada@example.com', now())`);
    changeStore(
      { dataDir },
      `INSERT INTO "EnvProject" ("id", "userId", "name", "updatedAt") VALUES ('p', 'u', 'billing', now())`,
    );
    changeStore(
      { dataDir },
      `INSERT INTO "EnvFile" ("id", "userId", "projectId", "fileType", "encryptedContent", "updatedAt") VALUES ('f', 'u', 'p', 'env', '\\x00', now())`,
    );
    expect(await withPreparationLock(url, (migrate) => migrate(migrations))).toEqual(left);
    for (const table of ["EnvProject", "EnvFile"])
      expect(readStore({ dataDir }, `SELECT "version" FROM "${table}"`)).toEqual([{ version: 1 }]);
  });

  test("that were changed after they were applied stop the start, and so do those of a newer version", async () => {
    const { dataDir, url } = await aPlace();
    await withPreparationLock(url, (migrate) => migrate(migrations));
    changeStore(
      { dataDir },
      `UPDATE "_prisma_migrations" SET checksum = 'other' WHERE migration_name = '0001_initial'`,
    );
    await expect(withPreparationLock(url, (migrate) => migrate(migrations))).rejects.toThrow(
      /0001_initial was changed/,
    );
    changeStore(
      { dataDir },
      `UPDATE "_prisma_migrations" SET migration_name = '9999_newer' WHERE migration_name = '0001_initial'`,
    );
    await expect(withPreparationLock(url, (migrate) => migrate(migrations))).rejects.toThrow(
      /newer version.*9999_newer/,
    );
  });

  test("that fail leave nothing behind", async () => {
    const { dataDir, url } = await aPlace();
    changeStore({ dataDir }, 'CREATE TABLE "KeyCheck" (id TEXT)');
    await expect(withPreparationLock(url, (migrate) => migrate(migrations))).rejects.toThrow(/nothing was changed/);
    expect(readStore({ dataDir }, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
      { tablename: "KeyCheck" },
    ]);
  });
});

describe("an unusable database is refused with a message", () => {
  test("because it does not exist, the password is wrong, or nobody listens on the port", async () => {
    const { url } = await aPlace();
    const changed = (change: (url: URL) => void) => {
      const other = new URL(url);
      change(other);
      return other.href;
    };
    for (const wrong of [
      changed((other) => (other.pathname = `/${randomUUID()}`)),
      changed((other) => (other.password = "canary-not-real")),
      changed((other) => (other.port = "1")),
    ]) {
      const refusal = withPreparationLock(wrong, async () => {});
      await expect(refusal).rejects.toThrow(MigrationError);
      await expect(refusal).rejects.toThrow(/can't be reached \(.+\): check DATABASE_URL/);
      await expect(refusal).rejects.not.toThrow(/not-a-real-password|canary/);
    }
  });

  test("because it can't store every text", async () => {
    const { dataDir, url } = await aPlace();
    const name = new URL(url).pathname.slice(1);
    changeStore(
      { dataDir },
      `CREATE DATABASE "${name}_latin" ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    );
    await expect(withPreparationLock(`${url}_latin`, async () => {})).rejects.toThrow(/encoding LATIN1.*UTF8/);
  });
});
