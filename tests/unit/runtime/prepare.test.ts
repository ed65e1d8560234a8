import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sealKeyCheck } from "@/lib/crypto/sealing/key-check";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { SettingsError } from "@/lib/env";
import { createMasterKey, loadKeyRing, masterKeyFile } from "@/lib/runtime/master-key";
import { prepare } from "@/lib/runtime/prepare";
import { migrationsFolder, settingsFor } from "../../support/vaults/own-runtime";
import { newDataDir, removeDataDir } from "../../support/vaults/server";

let dataDir = "";
beforeEach(() => {
  dataDir = newDataDir();
});
afterEach(() => removeDataDir(dataDir));

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const settings = (more: Record<string, string> = {}) => settingsFor(dataDir, more);

/** One start, which then releases its lock. */
async function start(more: Record<string, string> = {}) {
  const { lock, ...prepared } = await prepare(settings(more), migrationsFolder);
  lock.release();
  return prepared;
}

/** All stored data that shows whether a refused start changed something. */
function stored() {
  const database = new SqliteDatabase(path.join(dataDir, "vault.db"), { readonly: true });
  try {
    return database.prepare('SELECT * FROM "KeyCheck" ORDER BY "keyId"').all();
  } finally {
    database.close();
  }
}

describe("the master key file", () => {
  test("is created with 32 random bytes, readable for its owner only, whatever the umask", () => {
    const before = process.umask(0);
    try {
      const ring = createMasterKey(settings());
      const file = masterKeyFile(settings());
      expect(modeOf(file)).toBe("600");
      expect(readFileSync(file, "utf8")).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
      expect(parseKeyRing(readFileSync(file, "utf8")).ids).toEqual(ring.ids);
    } finally {
      process.umask(before);
    }
  });

  test.each([
    ["a key", `${newMasterKeyText()}\n`],
    ["nothing, as an interrupted start left it", ""],
    ["anything else", "not a key"],
  ])("is never overwritten if it holds %s", (_, text) => {
    const file = masterKeyFile(settings());
    writeFileSync(file, text);
    expect(() => createMasterKey(settings())).toThrow(expect.objectContaining({ code: "EEXIST" }));
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("is not used if keys are set", () => {
    createMasterKey(settings());
    const given = newMasterKeyText();
    expect(loadKeyRing(settings({ VAULT_MASTER_KEYS: given }))?.ids).toEqual(parseKeyRing(given).ids);
    expect(loadKeyRing(settings())?.ids).not.toEqual(parseKeyRing(given).ids);
  });

  test("without a key is refused by its path, without quoting its contents", () => {
    writeFileSync(masterKeyFile(settings()), "correct horse battery staple");
    expect(() => loadKeyRing(settings())).toThrow(SettingsError);
    expect(() => loadKeyRing(settings())).toThrow(/^.*master\.key: Master key 1 is not 32 bytes in base64/);
    expect(() => loadKeyRing(settings())).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("horse") }),
    );
  });
});

describe("a start", () => {
  test("creates folder, database and key once; a later one creates nothing and changes no key", async () => {
    dataDir = path.join(dataDir, "new", "data");
    const first = await start();
    expect(first).toEqual({
      database: path.join(dataDir, "vault.db"),
      migrations: [
        "0001_initial",
        "0002_accounts",
        "0003_revision",
        "0004_made_passwords",
        "0005_rights",
        "0006_versions",
        "0007_upkeep",
        "0008_bounds",
        "0009_teams",
        "0010_history",
        "0011_activity",
        "0012_token_kinds",
        "0013_due_dates",
        "0014_links",
        "0015_webhooks",
        "0016_mail",
        "0017_trust_rules",
        "0018_imported_categories",
        "0019_former_places",
        "0020_told_dates",
      ],
      madeMasterKey: true,
      envelope: 2,
      hasAccounts: false,
    });
    expect([modeOf(dataDir), modeOf(masterKeyFile(settings()))]).toEqual(["700", "600"]);
    const [key, checks] = [readFileSync(masterKeyFile(settings()), "utf8"), stored()];
    expect(await start()).toEqual({ ...first, migrations: [], madeMasterKey: false });
    expect([readFileSync(masterKeyFile(settings()), "utf8"), stored()]).toEqual([key, checks]);
    removeDataDir(path.dirname(dataDir));
  });

  test("says whether anybody has an account", async () => {
    await start();
    const database = new SqliteDatabase(path.join(dataDir, "vault.db"));
    database.exec(
      `INSERT INTO "User" ("id", "email", "updatedAt") VALUES ('ada', 'ada@example.com', '2026-01-01T00:00:00.000+00:00')`,
    );
    database.close();
    expect(await start()).toMatchObject({ hasAccounts: true });
  });

  test("with given keys creates no key file", async () => {
    expect((await start({ VAULT_MASTER_KEYS: newMasterKeyText() })).madeMasterKey).toBe(false);
    expect(existsSync(masterKeyFile(settings()))).toBe(false);
  });

  test("without its key stops, names the missing id and creates no new one", async () => {
    const key = newMasterKeyText();
    await start({ VAULT_MASTER_KEYS: key });
    const checks = stored();
    await expect(start()).rejects.toThrow(SettingsError);
    await expect(start()).rejects.toThrow(
      new RegExp(
        `sealed under the master key ${parseKeyRing(key).sealing.id}, and no master key was given: .*No new key was created`,
      ),
    );
    expect([existsSync(masterKeyFile(settings())), stored()]).toEqual([false, checks]);
  });

  test("with another key stops and names both ids; with the old one after it starts, and then needs both", async () => {
    const [old, fresh] = [newMasterKeyText(), newMasterKeyText()];
    const [oldId, freshId] = [old, fresh].map((key) => parseKeyRing(key).sealing.id);
    await start({ VAULT_MASTER_KEYS: old });
    const checks = stored();
    await expect(start({ VAULT_MASTER_KEYS: fresh })).rejects.toThrow(
      new RegExp(`sealed under the master key ${oldId}, which is not among the given ones \\(${freshId}\\)`),
    );
    expect(stored()).toEqual(checks);
    await start({ VAULT_MASTER_KEYS: `${fresh},${old}` });
    expect(stored()).toHaveLength(2);
    await expect(start({ VAULT_MASTER_KEYS: old })).rejects.toThrow(freshId);
    await start({ VAULT_MASTER_KEYS: `${old},${fresh}` });
  });

  test("keeps the form in which a former release sealed the check value, also under a new first key", async () => {
    const [old, fresh] = [newMasterKeyText(), newMasterKeyText()];
    await start({ VAULT_MASTER_KEYS: old });
    const ring = parseKeyRing(old);
    const database = new SqliteDatabase(path.join(dataDir, "vault.db"));
    database.prepare('UPDATE "KeyCheck" SET "sealedCheck" = ?').run(sealKeyCheck(ring, ring.sealing.id, 1));
    database.close();
    for (const keys of [old, `${fresh},${old}`, `${old},${fresh}`])
      expect(await start({ VAULT_MASTER_KEYS: keys })).toMatchObject({ envelope: 1 });
    expect((stored() as { sealedCheck: Uint8Array }[]).map(({ sealedCheck }) => sealedCheck[0])).toEqual([1, 1]);
  });

  test("with a damaged check value stops, and changes nothing", async () => {
    await start();
    const database = new SqliteDatabase(path.join(dataDir, "vault.db"));
    database.exec(`UPDATE "KeyCheck" SET "sealedCheck" = zeroblob(117)`);
    database.close();
    const checks = stored();
    await expect(start()).rejects.toThrow(SettingsError);
    await expect(start()).rejects.toThrow(/can't be opened, although that key was given: .*Restore a backup/);
    expect(stored()).toEqual(checks);
  });

  test("that fails releases its lock", async () => {
    await start({ VAULT_MASTER_KEYS: newMasterKeyText() });
    await expect(start()).rejects.toThrow(/no master key was given/);
    await expect(start()).rejects.toThrow(/no master key was given/);
  });

  test("beside another on the same data is refused, before it changes anything", async () => {
    const { lock } = await prepare(settings(), migrationsFolder);
    const key = readFileSync(masterKeyFile(settings()), "utf8");
    await expect(start()).rejects.toThrow(/Another vault is already running on .*vault\.db: stop it first/);
    expect(readFileSync(masterKeyFile(settings()), "utf8")).toBe(key);
    lock.release();
    expect((await start()).madeMasterKey).toBe(false);
  });

  test("without permission to create the folder is refused with a message", async () => {
    writeFileSync(path.join(dataDir, "file"), "");
    dataDir = path.join(dataDir, "file", "data");
    await expect(start()).rejects.toThrow(
      `The folder ${dataDir} can't be created: set VAULT_DATA_DIR to one that this user may write to.`,
    );
    removeDataDir(path.dirname(path.dirname(dataDir)));
  });

  test("where the system lets nobody make a folder is refused with a message", async () => {
    const folder = "/proc/nobody/makes/this";
    await expect(prepare(settingsFor(folder), migrationsFolder)).rejects.toThrow(
      `The folder ${folder} can't be created: set VAULT_DATA_DIR to one that this user may write to.`,
    );
  });
});
