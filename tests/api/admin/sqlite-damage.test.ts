import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { newMasterKeyText } from "@/lib/crypto/sealing/keyring";
import { operate, refused } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";

const { aFolder } = ownVaults();
const dataDir = aFolder();
const [database, key] = [path.join(dataDir, "vault.db"), path.join(dataDir, "master.key")];
let whole: Buffer, right: Buffer;

beforeAll(async () => {
  await operate(dataDir, ["user", "add", "ada@example.com", "--generate"]);
  [whole, right] = [readFileSync(database), readFileSync(key)];
});
afterEach(() => {
  writeFileSync(database, whole);
  writeFileSync(key, right);
});

describe("a damaged database is called damaged, and not missing", () => {
  test.each([
    ["at its first byte", 0, 1],
    ["in its tables", 2 * 4096, 20 * 4096],
  ])("%s", async (_, from, bytes) => {
    writeFileSync(database, Buffer.from(whole).fill(0x58, from, from + bytes));
    for (const command of [["verify"], ["user", "list"], ["backup", path.join(aFolder(), "vault.backup")]])
      expect(await operate(dataDir, command)).toEqual(refused(/^The database .*is damaged/));
    expect(await operate(dataDir, ["doctor"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^to do {2}database: .* is damaged .*: restore the latest backup/m) as string,
    });
  });
});

test("a command says which files can't be opened, and not that the database does not run", async () => {
  const lock = path.join(dataDir, "vault.db.lock");
  rmSync(lock);
  // As another user's file, which root would open.
  mkdirSync(lock);
  const outcome = await operate(dataDir, ["user", "list"]);
  rmdirSync(lock);
  expect(outcome).toEqual(refused(/^The files in .+ can't be read or written \(SQLITE_\w+\)/));
});

test("doctor names a master key that is none, and not the database", async () => {
  writeFileSync(key, "not-a-real-key");
  const { out } = await operate(dataDir, ["doctor"]);
  expect(out).toContain(`to do  master key: ${key}: Master key 1 is not 32 bytes in base64`);
  expect(out).not.toMatch(/^to do {2}database/m);
});

test("doctor names what is nearly a setting", async () => {
  const { out } = await operate(dataDir, ["doctor"], { env: { AUTH_REGISTRAION: "closed" } });
  expect(out).toContain(
    "to do  setting AUTH_REGISTRAION: there is no such setting, so it does nothing: AUTH_REGISTRATION is one\n",
  );
});

test("verify says that a wrong master key is the reason for what it counts", async () => {
  writeFileSync(key, newMasterKeyText());
  expect(await operate(dataDir, ["verify"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The master key \w{16} was not given: /) as string,
  });
});
