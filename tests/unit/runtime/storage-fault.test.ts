import type * as fs from "node:fs";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { SettingsError } from "@/lib/env";
import { storageFault } from "@/lib/runtime/storage-fault";

/** Why the system refuses to write in a folder: nothing else does where root runs the tests. */
const refusal = vi.hoisted(() => ({ code: undefined as string | undefined }));
vi.mock("node:fs", async (load) => ({
  ...(await load<typeof fs>()),
  accessSync: () => {
    if (refusal.code) throw withCode(refusal.code);
  },
}));

const folder = mkdtempSync(path.join(os.tmpdir(), "vault-storage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** A database that can't grow, as on a full disk. */
function fillDatabase(): void {
  const db = new SqliteDatabase(":memory:");
  db.exec("PRAGMA max_page_count = 2; CREATE TABLE t (text TEXT)");
  db.prepare("INSERT INTO t VALUES (?)").run("x".repeat(100_000));
}

function openNoDatabase(): void {
  const file = path.join(folder, "no.db");
  writeFileSync(file, "this is no database ".repeat(100));
  new SqliteDatabase(file).pragma("journal_mode = WAL");
}

const withCode = (code: string) => Object.assign(new Error("x"), { code });

describe("a message says what keeps a start from its data", () => {
  test.each([
    ["SQLite, full", () => thrownBy(fillDatabase), /^There is no room left in .+ free some space/],
    ["no database", () => thrownBy(openNoDatabase), /damaged or not a database: restore the latest backup/],
    [
      "a folder where a file should be",
      () => thrownBy(() => new SqliteDatabase(folder)),
      /can't be read or written \(SQLITE_CANTOPEN\w*\)/,
    ],
    ["a full disk", () => withCode("ENOSPC"), /no room left/],
    ["a used-up quota", () => withCode("EDQUOT"), /no room left/],
    ["a file as large as may be", () => withCode("EFBIG"), /no room left/],
    ["a read-only disk", () => withCode("EROFS"), /can't be written to: mount it writable/],
    [
      "SQLite, and another user's file that may be read",
      () => withCode("SQLITE_READONLY_DIRECTORY"),
      /may not read or write the files in .+ \(SQLITE_READONLY_DIRECTORY\): run this as the user who owns them/,
    ],
    ["a damaged database", () => withCode("SQLITE_CORRUPT_VTAB"), /damaged or not a database/],
    [
      "a damaged database that Prisma tells of",
      () =>
        Object.assign(withCode("P2010"), {
          meta: { driverAdapterError: { cause: { originalCode: "SQLITE_CORRUPT" } } },
        }),
      /damaged or not a database/,
    ],
    ["another user's files", () => withCode("EACCES"), /may not read or write the files in .+ \(EACCES\)/],
    [
      "a failing disk",
      () => withCode("SQLITE_IOERR_READ"),
      /can't be read or written \(SQLITE_IOERR_READ\): check its disk/,
    ],
  ])("%s", (_, thrown, sentence) => {
    const fault = storageFault(thrown(), folder);
    expect(fault).toBeInstanceOf(SettingsError);
    expect(fault?.message).toMatch(sentence);
    expect(fault?.message).toContain(folder);
  });

  test.each([
    ["SQLITE_READONLY", "EROFS", /can't be written to: mount it writable/],
    ["SQLITE_CANTOPEN", "EROFS", /can't be written to: mount it writable/],
    ["SQLITE_READONLY_CANTINIT", "EACCES", /may not read or write the files in/],
    ["SQLITE_CANTOPEN", "EACCES", /may not read or write the files in/],
  ])("%s, where the folder answers %s", (code, why, sentence) => {
    refusal.code = why;
    onTestFinished(() => void (refusal.code = undefined));
    expect(storageFault(withCode(code), folder)?.message).toMatch(sentence);
  });

  test("and other errors stay unchanged", () => {
    expect(storageFault(new TypeError("x"), folder)).toBeUndefined();
    expect(storageFault(withCode("ECONNREFUSED"), folder)).toBeUndefined();
    expect(
      storageFault(
        thrownBy(() => readFileSync(path.join(folder, "not-there"))),
        folder,
      ),
    ).toBeUndefined();
  });
});
