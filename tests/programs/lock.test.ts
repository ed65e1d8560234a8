import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SettingsError } from "@/lib/env";
import { lockDatabase } from "@/lib/runtime/lock";
import { runInChild } from "../support/programs/child-script";
import { newDataDir, removeDataDir } from "../support/vaults/server";

let folder = "";
let file = "";
beforeEach(() => {
  folder = newDataDir();
  file = path.join(folder, "vault.db");
});
afterEach(() => removeDataDir(folder));

/** A process that takes the lock, reports the result, and then stays until it is ended. */
const lockInChild = (databaseFile: string) =>
  runInChild(
    `import { lockDatabase } from "./lib/runtime/lock";
     try { globalThis.held = lockDatabase(process.env.DATABASE_FILE ?? ""); console.log("held"); } catch (error) { console.log(error.name + ": " + error.message); }
     process.stdin.resume();`,
    { DATABASE_FILE: databaseFile },
  );

const refusal = () =>
  `Another vault is already running on ${file}: stop it first, or set VAULT_DATA_DIR to another folder.`;
const refused = () => expect(() => lockDatabase(file)).toThrow(new SettingsError(refusal()));

describe("the lock on a database", () => {
  test("is refused with a message if another process holds it; if that is killed, no stale lock remains", async () => {
    const { child, firstLine, ended } = await lockInChild(file);
    expect(firstLine).toBe("held");
    refused();
    refused();
    child.kill("SIGKILL");
    await ended;
    lockDatabase(file).release();
  });

  test("is refused to another process while it is held here, and free once it is released", async () => {
    const lock = lockDatabase(file);
    const first = await lockInChild(file);
    expect(first.firstLine).toBe(`SettingsError: ${refusal()}`);
    lock.release();
    const second = await lockInChild(file);
    expect(second.firstLine).toBe("held");
    for (const { child, ended } of [first, second]) {
      child.kill("SIGKILL");
      await ended;
    }
  });

  test("is not granted twice in one process either", () => {
    const lock = lockDatabase(file);
    refused();
    lock.release();
    lockDatabase(file).release();
  });

  test("belongs to one database, and does not block reading it: backups work in the meantime", () => {
    const lock = lockDatabase(file);
    const other = lockDatabase(path.join(folder, "other.db"));
    expect(existsSync(file)).toBe(false);
    const database = new SqliteDatabase(file);
    database.exec("CREATE TABLE t (a)");
    database.close();
    for (const held of [lock, other]) held.release();
  });

  test("that can't be created is refused with a message that says why, not as if another vault were running", () => {
    mkdirSync(`${file}.lock`);
    expect(() => lockDatabase(file)).toThrow(SettingsError);
    expect(() => lockDatabase(file)).toThrow(/^The lock file .*vault\.db\.lock can't be used: .*VAULT_DATA_DIR/);
    expect(() => lockDatabase(path.join(folder, "missing", "vault.db"))).toThrow(SettingsError);
  });
});
