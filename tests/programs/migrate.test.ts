import { spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { MigrationError } from "@/lib/db/migrate";
import { migrateSqlite } from "@/lib/db/sqlite/migrate";
import { newDataDir, projectRoot, removeDataDir } from "../support/vaults/server";

const folders: string[] = [];
afterAll(() => folders.forEach(removeDataDir));

type Place = {
  file: string;
  migrations: string;
  read<Row>(sql: string): Row[];
  add(name: string, sql: string): void;
  rows(): { migration_name: string; checksum: string; finished_at: string | null }[];
  tables(): string[];
};

/** A database file and a copy of the product's migrations, to which a test may add. */
function aPlace(): Place {
  const folder = newDataDir();
  folders.push(folder);
  const file = path.join(folder, "vault.db");
  const migrations = path.join(folder, "migrations");
  cpSync(path.join(projectRoot, "prisma/migrations/sqlite"), migrations, { recursive: true });
  const read = <Row>(sql: string): Row[] => {
    const db = new SqliteDatabase(file, { readonly: true });
    try {
      return db.prepare(sql).all() as Row[];
    } finally {
      db.close();
    }
  };
  return {
    file,
    migrations,
    read,
    add: (name, sql) => {
      mkdirSync(path.join(migrations, name));
      writeFileSync(path.join(migrations, name, "migration.sql"), sql);
    },
    rows: () => read("SELECT migration_name, checksum, finished_at FROM _prisma_migrations ORDER BY migration_name"),
    tables: () =>
      read<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(
        ({ name }) => name,
      ),
  };
}

/** Takes this migration and all behind it out of the place's copy, as in an earlier release; returns their names. */
function withoutThoseFrom({ migrations }: Place, first: string): string[] {
  const later = readdirSync(migrations).filter((name) => /^\d/.test(name) && name >= first);
  for (const name of later) rmSync(path.join(migrations, name), { recursive: true });
  return later;
}

function alter(file: string, sql: string): void {
  const db = new SqliteDatabase(file);
  db.exec(sql);
  db.close();
}

describe("migrations", () => {
  test("are applied once: the second time there is nothing to do", () => {
    const place = aPlace();
    const applied = migrateSqlite(place.file, place.migrations);
    expect(applied.length).toBeGreaterThan(0);
    const rows = place.rows();
    expect(rows.map(({ migration_name }) => migration_name)).toEqual(applied);
    expect(rows.every(({ finished_at }) => finished_at !== null)).toBe(true);
    expect(migrateSqlite(place.file, place.migrations)).toEqual([]);
    expect(place.rows()).toEqual(rows);
  });

  test("from the first one on leave existing data unchanged: a session continues, authenticated when it began", () => {
    const place = aPlace();
    const later = withoutThoseFrom(place, "0002");
    migrateSqlite(place.file, place.migrations);
    const began = "2026-03-01T09:00:00.000+00:00";
    alter(
      place.file,
      `INSERT INTO "User" (id, email, updatedAt) VALUES ('u', 'ada@example.com', '${began}');
      INSERT INTO "Session" (id, userId, tokenHash, createdAt, lastSeenAt, expiresAt, userAgent, address) VALUES ('s', 'u', 'hash', '${began}', '${began}', '${began}', 'agent', '127.0.0.1')`,
    );
    expect(migrateSqlite(place.file, path.join(projectRoot, "prisma/migrations/sqlite"))).toEqual(later);
    expect(place.read('SELECT * FROM "Session"')).toEqual([
      {
        id: "s",
        userId: "u",
        tokenHash: "hash",
        createdAt: began,
        lastSeenAt: began,
        expiresAt: began,
        userAgent: "agent",
        address: "127.0.0.1",
        method: "password",
        provenAt: began,
        mac: null,
      },
    ]);
  });

  test("do not mark existing passwords as temporary", () => {
    const place = aPlace();
    const later = withoutThoseFrom(place, "0004_made_passwords");
    migrateSqlite(place.file, place.migrations);
    alter(
      place.file,
      `INSERT INTO "User" (id, email, passwordHash, updatedAt) VALUES ('u', 'ada@example.com', 'hash', '2026-03-01T09:00:00.000+00:00')`,
    );
    expect(migrateSqlite(place.file, path.join(projectRoot, "prisma/migrations/sqlite"))).toEqual(later);
    expect(place.read('SELECT "passwordHash", "passwordMadeAt" FROM "User"')).toEqual([
      { passwordHash: "hash", passwordMadeAt: null },
    ]);
  });

  test("start all existing data at version 1, with its revision and times unchanged", () => {
    const place = aPlace();
    withoutThoseFrom(place, "0006_versions");
    migrateSqlite(place.file, place.migrations);
    const at = "2026-03-01T09:00:00.000+00:00";
    alter(
      place.file,
      `INSERT INTO "User" (id, email, updatedAt) VALUES ('u', 'ada@example.com', '${at}');
      INSERT INTO "KeyCategory" (id, userId, name, keyType, createdAt, updatedAt) VALUES ('c', 'u', 'Stripe', 'json', '${at}', '${at}');
      INSERT INTO "KeyEntry" (id, userId, categoryId, name, encryptedValue, createdAt, updatedAt) VALUES ('e', 'u', 'c', 'billing', x'00', '${at}', '${at}');
      INSERT INTO "TwoFactorToken" (id, userId, service, accountName, encryptedSecret, createdAt, updatedAt) VALUES ('t', 'u', 'GitHub', 'ada', x'00', '${at}', '${at}');
      INSERT INTO "EnvProject" (id, userId, name, createdAt, updatedAt) VALUES ('p', 'u', 'billing', '${at}', '${at}');
      INSERT INTO "EnvFile" (id, userId, projectId, fileType, encryptedContent, createdAt, updatedAt) VALUES ('f', 'u', 'p', 'env', x'00', '${at}', '${at}')`,
    );
    const revision = () => place.read('SELECT "revision" FROM "User"');
    const before = revision();
    migrateSqlite(place.file, path.join(projectRoot, "prisma/migrations/sqlite"));
    for (const table of ["KeyCategory", "KeyEntry", "TwoFactorToken", "EnvProject", "EnvFile"]) {
      expect(place.read(`SELECT "version", "updatedAt" FROM "${table}"`), table).toEqual([
        { version: 1, updatedAt: at },
      ]);
    }
    expect(revision()).toEqual(before);
  });

  test("that are added later are applied to existing data, in the order of their names", () => {
    const place = aPlace();
    const first = migrateSqlite(place.file, place.migrations);
    place.add("9002_second", 'INSERT INTO "Later" VALUES (1);');
    place.add("9001_first", 'CREATE TABLE "Later" (id INTEGER);');
    expect(migrateSqlite(place.file, place.migrations)).toEqual(["9001_first", "9002_second"]);
    expect(place.rows()).toHaveLength(first.length + 2);
  });

  test("refuse by name one that was edited after it was applied", () => {
    const place = aPlace();
    const [name = ""] = migrateSqlite(place.file, place.migrations);
    appendFileSync(path.join(place.migrations, name, "migration.sql"), "\n-- edited");
    expect(() => migrateSqlite(place.file, place.migrations)).toThrow(
      new MigrationError(`Migration ${name} was changed after it was applied: restore its file.`),
    );
  });

  test("that replace an earlier text accept a database that the earlier one made", () => {
    const place = aPlace();
    const [name = ""] = migrateSqlite(place.file, place.migrations);
    const [{ checksum: former } = { checksum: "" }] = place.rows();
    appendFileSync(path.join(place.migrations, name, "migration.sql"), "\n-- edited");
    writeFileSync(path.join(place.migrations, name, "replaces.txt"), `${"0".repeat(64)}\n${former}\n`);
    expect(migrateSqlite(place.file, place.migrations)).toEqual([]);
    expect(place.rows()[0]?.checksum).toBe(former);
  });

  test("refuse a database of a newer version and name the unknown migration", () => {
    const place = aPlace();
    migrateSqlite(place.file, place.migrations);
    alter(
      place.file,
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', '2027-01-01', '9999_newer')",
    );
    expect(() => migrateSqlite(place.file, place.migrations)).toThrow(/newer version .*9999_newer.*start that version/);
    expect(() => migrateSqlite(place.file, place.migrations)).toThrow(MigrationError);
  });

  test("let a former version start on a database whose newer migrations only add, unless it would migrate too", () => {
    const [former, newer] = [aPlace(), aPlace()];
    newer.add("9001_label", '-- additive: labels\nALTER TABLE "KeyEntry" ADD COLUMN "label" TEXT;');
    expect(migrateSqlite(newer.file, newer.migrations)).toContain("9001_label");
    expect(migrateSqlite(newer.file, former.migrations)).toEqual([]);
    former.add("9000_other", 'CREATE TABLE "Other" (id INTEGER);');
    expect(() => migrateSqlite(newer.file, former.migrations)).toThrow(/newer version .*9001_label/);
  });

  test("refuse by name one that failed earlier, under Prisma's own tool", () => {
    const place = aPlace();
    migrateSqlite(place.file, place.migrations);
    place.add("9001_failed", "SELECT 1;");
    alter(place.file, "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '9001_failed')");
    expect(() => migrateSqlite(place.file, place.migrations)).toThrow(/9001_failed failed earlier: restore a backup/);
  });

  test("apply one again that was rolled back there", () => {
    const place = aPlace();
    migrateSqlite(place.file, place.migrations);
    place.add("9001_again", 'CREATE TABLE "Again" (id INTEGER);');
    alter(
      place.file,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, rolled_back_at) VALUES ('x', 'x', '9001_again', '2027-01-01')",
    );
    expect(migrateSqlite(place.file, place.migrations)).toEqual(["9001_again"]);
  });

  test("change nothing if one fails half-way, not even the ones before it", () => {
    const place = aPlace();
    migrateSqlite(place.file, place.migrations);
    const before = { rows: place.rows(), tables: place.tables() };
    place.add("9001_good", 'CREATE TABLE "Good" (id INTEGER);');
    place.add("9002_bad", 'CREATE TABLE "Half" (id INTEGER); SELECT * FROM nowhere;');
    expect(() => migrateSqlite(place.file, place.migrations)).toThrow(/nowhere/);
    expect({ rows: place.rows(), tables: place.tables() }).toEqual(before);
  });

  test("refuse one that would leave rows without their owner, and change nothing", () => {
    const place = aPlace();
    migrateSqlite(place.file, place.migrations);
    const rows = place.rows();
    place.add(
      "9001_orphans",
      `INSERT INTO "KeyCategory" ("id", "userId", "name", "keyType", "updatedAt") VALUES ('x', 'nobody', 'x', 'json', 0);`,
    );
    expect(() => migrateSqlite(place.file, place.migrations)).toThrow(
      new MigrationError("A migration would leave rows of KeyCategory without their owner: nothing was changed."),
    );
    expect(place.rows()).toEqual(rows);
  });

  test("read no rows if there is nothing to apply, so that a start takes no longer beside a million of them", () => {
    const place = aPlace();
    migrateSqlite(place.file, place.migrations);
    // What a look at the rows would refuse, as the test before this shows.
    alter(
      place.file,
      `PRAGMA foreign_keys = OFF; INSERT INTO "KeyCategory" ("id", "userId", "name", "keyType", "updatedAt") VALUES ('x', 'nobody', 'x', 'json', 0);`,
    );
    expect(migrateSqlite(place.file, place.migrations)).toEqual([]);
  });

  test("are each applied once by four processes that start at once, and all four succeed", async () => {
    const place = aPlace();
    for (let index = 0; index < 20; index += 1)
      place.add(`90${10 + index}_more`, `CREATE TABLE "More${index}" (id INTEGER);`);
    const contents = `import { migrateSqlite } from "./lib/db/sqlite/migrate"; process.stdout.write(JSON.stringify(migrateSqlite(${JSON.stringify(place.file)}, ${JSON.stringify(place.migrations)})));`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: projectRoot },
      write: false,
      bundle: true,
      platform: "node",
      format: "cjs",
      packages: "external",
      logLevel: "error",
    });
    const script = outputFiles[0]?.text ?? "";
    const run = () =>
      new Promise<{ code: number | null; applied: string[] }>((resolve) => {
        const child = spawn(process.execPath, ["--eval", script], {
          cwd: projectRoot,
          stdio: ["ignore", "pipe", "inherit"],
        });
        let printed = "";
        child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
        child.once("close", (code) => resolve({ code, applied: printed ? (JSON.parse(printed) as string[]) : [] }));
      });
    const runs = await Promise.all([run(), run(), run(), run()]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const names = place.rows().map(({ migration_name }) => migration_name);
    expect(runs.flatMap(({ applied }) => applied).sort()).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
  });
});
