import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { isUnavailable } from "@/lib/db/failures";
import { SqliteDatabase, SqliteError } from "@/lib/db/sqlite/driver";
import { newDataDir, removeDataDir } from "../../../support/vaults/server";

const folder = newDataDir();
afterAll(() => removeDataDir(folder));

let db: SqliteDatabase;
beforeEach(() => {
  db = new SqliteDatabase(":memory:");
  db.exec(`CREATE TABLE owner (id TEXT PRIMARY KEY);
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, bytes BLOB, owner TEXT REFERENCES owner (id), CHECK (name <> 'no'));
    CREATE TRIGGER refuse BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'kept'); END;`);
});
afterEach(() => db.close());

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("values", () => {
  const insert = () => db.prepare("INSERT INTO t (id, name, bytes) VALUES (?, ?, ?)");

  test("texts, numbers, bytes and null are read back unchanged", () => {
    const text = "né ㊙ 🔑 '\"?;--\n";
    insert().run(1, text, new Uint8Array([0, 255, 0]));
    insert().run(2n, "", null);
    insert().run(3, "empty bytes", new Uint8Array());
    expect(db.prepare("SELECT id, name, bytes FROM t ORDER BY id").all()).toEqual([
      { id: 1, name: text, bytes: Buffer.from([0, 255, 0]) },
      { id: 2, name: "", bytes: null },
      { id: 3, name: "empty bytes", bytes: Buffer.alloc(0) },
    ]);
    expect(db.prepare("SELECT id FROM t WHERE id > ?").get(3)).toBeUndefined();
  });

  test("a 64-bit integer is read exactly, or refused, never rounded", () => {
    insert().run(2n ** 62n + 1n, "large", null);
    expect(db.prepare("SELECT id FROM t").readBigInts().get()).toEqual({ id: 2n ** 62n + 1n });
    expect(() => db.prepare("SELECT id FROM t").get()).toThrow(RangeError);
  });

  test.each([
    ["too few", ["a"], RangeError],
    ["too many", [1, "a", null, 2], RangeError],
    ["an object, which would name values", [{ id: 1 }, "a", null], TypeError],
    ["a date", [1, new Date(0), null], TypeError],
    ["true", [1, "a", true], TypeError],
    ["undefined", [1, "a", undefined], TypeError],
    ["a text with NUL, which would be cut there", [1, "a\0b", null], RangeError],
  ])("%s is refused, and nothing is written", (_, values, kind) => {
    expect(() => insert().run(...values)).toThrow(kind);
    expect(() => insert().get(...values)).toThrow(kind);
    expect(() => insert().all(...values)).toThrow(kind);
    expect(db.prepare("SELECT count(*) AS count FROM t").get()).toEqual({ count: 0 });
  });
});

describe("statements that write are distinguished from those that read", () => {
  test.each([
    ["SELECT * FROM t", true],
    ["EXPLAIN DELETE FROM t", true],
    ["WITH x AS (SELECT 1) SELECT * FROM x", true],
    ["PRAGMA user_version", true],
    ["PRAGMA user_version = 2", false],
    ["PRAGMA journal_mode = DELETE", false],
    ["PRAGMA wal_checkpoint", false],
    ["VACUUM", false],
    ["INSERT INTO t (name) VALUES ('a') RETURNING id", false],
    ["WITH x AS (SELECT 1) DELETE FROM t", false],
    ["UPDATE t SET name = ? WHERE id = ?", false],
    ["CREATE TEMP TABLE u (a)", false],
    ["BEGIN IMMEDIATE", false],
  ])("%s", (sql, readonly) => {
    expect(db.prepare(sql).readonly).toBe(readonly);
  });
});

describe("an error of SQLite's has SQLite's own name", () => {
  const insert = (name: unknown, owner: string | null = null) =>
    db.prepare("INSERT INTO t (id, name, owner) VALUES (7, ?, ?)").run(name, owner);
  const faults: [code: string, unavailable: boolean, work: () => unknown][] = [
    ["SQLITE_CONSTRAINT_PRIMARYKEY", false, () => [insert("a"), insert("b")]],
    ["SQLITE_CONSTRAINT_UNIQUE", false, () => [insert("a"), db.prepare("INSERT INTO t (name) VALUES (?)").run("a")]],
    ["SQLITE_CONSTRAINT_NOTNULL", false, () => insert(null)],
    ["SQLITE_CONSTRAINT_CHECK", false, () => insert("no")],
    ["SQLITE_CONSTRAINT_FOREIGNKEY", false, () => insert("a", "of nobody")],
    ["SQLITE_CONSTRAINT_TRIGGER", false, () => [insert("a"), db.exec("DELETE FROM t")]],
    ["SQLITE_ERROR", false, () => db.prepare("SELECT * FROM missing")],
    ["SQLITE_FULL", true, () => [db.pragma("max_page_count = 2"), insert("x".repeat(100_000))]],
    ["SQLITE_READONLY", true, () => [db.pragma("query_only = 1"), insert("a")]],
    ["SQLITE_CANTOPEN", true, () => new SqliteDatabase(folder)],
    ["SQLITE_CANTOPEN", true, () => new SqliteDatabase(path.join(folder, "missing.db"), { mustExist: true })],
    ["SQLITE_CANTOPEN", true, () => new SqliteDatabase(path.join(folder, "missing.db"), { readonly: true })],
    [
      "SQLITE_NOTADB",
      false,
      () => {
        writeFileSync(path.join(folder, "text.db"), "this is no database ".repeat(100));
        new SqliteDatabase(path.join(folder, "text.db")).pragma("journal_mode = WAL");
      },
    ],
    [
      "SQLITE_BUSY",
      true,
      () => {
        const [one, other] = [0, 0].map((timeout) => new SqliteDatabase(path.join(folder, "busy.db"), { timeout }));
        one?.exec("BEGIN IMMEDIATE");
        other?.prepare("BEGIN IMMEDIATE").run();
      },
    ],
  ];
  test.each(faults)("%s", (code, unavailable, work) => {
    const error = thrownBy(work);
    expect(error).toBeInstanceOf(SqliteError);
    expect((error as SqliteError).code).toMatch(new RegExp(`^${code}(_\\d+)?$`));
    expect(isUnavailable(error)).toBe(unavailable);
  });
});

test("a transaction that throws leaves nothing behind, and the next one begins", () => {
  const add = (id: string) => db.prepare("INSERT INTO owner VALUES (?)").run(id);
  const failing = () =>
    db.transaction(() => {
      add("lost");
      throw new Error("the work failed");
    });
  expect(failing).toThrow("the work failed");
  expect(db.transaction(() => add("kept").changes)).toBe(1);
  expect(db.prepare("SELECT id FROM owner").all()).toEqual([{ id: "kept" }]);
});

test("a file is found by its path, whatever characters it contains", () => {
  const odd = path.join(folder, "a b%20c#d?e&mode=memory");
  mkdirSync(odd);
  const file = path.join(odd, "vault é.db");
  new SqliteDatabase(file).exec("CREATE TABLE here (a)");
  const again = new SqliteDatabase(file, { mustExist: true });
  expect(again.prepare("SELECT name FROM sqlite_master").all()).toEqual([{ name: "here" }]);
  again.close();
});
