import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createEntry, listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { createCategory } from "@/lib/contracts/vault/categories";
import { scopes } from "@/lib/contracts/access/scopes";
import { parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { type Actor, aUser, withKey } from "../../../support/callers/actors";
import { operate, refused as refusedCommand } from "../../../support/programs/operator";
import { ownVaults } from "../../../support/vaults/own-vaults";
import type { RunningVault } from "../../../support/vaults/server";
import { endedStart, expectSentence } from "../../../support/vaults/starts";
import { readStore } from "../../../support/vaults/store";
import { testOnce } from "../../../support/vaults/test-once";

const { aFolder, aVault } = ownVaults();
const aKey = () => randomBytes(32).toString("base64");
const idOf = (key: string) => parseKeyRing(key).sealing.id;

/** A new user's access key. Unlike sessions, it survives a change of the master key. */
async function aWriter(vault: RunningVault): Promise<{ text: string; writer: Actor }> {
  const { session } = await aUser(vault.baseUrl);
  const { key } = await session.call(createAccessKey, { body: { name: "writer", scopes: [...scopes] } });
  return { text: key, writer: withKey(key, vault.baseUrl) };
}

async function store(writer: Actor, value: string): Promise<string> {
  const { id: categoryId } = await writer.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY" },
  });
  return (await writer.call(createEntry, { body: { categoryId, name: value, value } })).id;
}

const reveal = async (reader: Actor, id: string) => (await reader.call(revealEntry, { params: { id } })).value;

/** The key ids under which the stored values are sealed: bytes 1 to 8 of each. */
function sealedUnder(dataDir: string): Record<string, string> {
  const rows = readStore<{ name: string; encryptedValue: Buffer }>(
    { dataDir },
    'SELECT "name", "encryptedValue" FROM "KeyEntry"',
  );
  return Object.fromEntries(
    rows.map(({ name, encryptedValue }) => [name, encryptedValue.subarray(1, 9).toString("hex")]),
  );
}

describe("the master key of the data folder", () => {
  test("if it is missing and values are sealed under it, the start names the missing key and creates no new one; once it is back, everything opens", async () => {
    const vault = await aVault();
    const { text, writer } = await aWriter(vault);
    const id = await store(writer, "kept");
    expect(await vault.stop()).toBe(0);
    const file = path.join(vault.dataDir, "master.key");
    const missing = idOf(readFileSync(file, "utf8"));
    renameSync(file, `${file}.away`);

    const refused = await endedStart({ dataDir: vault.dataDir });
    expectSentence(refused, new RegExp(missing));
    expect(refused.output).toContain(file);
    expect(refused.output).toContain("VAULT_MASTER_KEYS_FILE");
    expect(existsSync(file)).toBe(false);
    for (const command of [["verify"], ["backup", path.join(vault.dataDir, "vault.backup")]]) {
      expect(await operate(vault.dataDir, command)).toEqual(
        refusedCommand(
          new RegExp(
            `^The database holds values sealed under the master key ${missing}, and no master key was given: put its file back at `,
          ),
        ),
      );
    }

    renameSync(`${file}.away`, file);
    const again = await aVault({ dataDir: vault.dataDir });
    expect(await reveal(withKey(text, again.baseUrl), id)).toBe("kept");
  });

  testOnce("is never replaced: an empty or damaged file stops the start and stays unchanged", async () => {
    for (const content of ["", "not-a-real-master-key\n"]) {
      const dataDir = aFolder();
      const file = path.join(dataDir, "master.key");
      writeFileSync(file, content);
      const refused = await endedStart({ dataDir });
      expectSentence(refused, /master\.key/);
      expect(readFileSync(file, "utf8")).toBe(content);
      expect(refused.output).not.toContain("not-a-real-master-key");
    }
  });

  testOnce("if it is a wrong one, the start fails and names the missing key and the given one", async () => {
    const vault = await aVault();
    await store((await aWriter(vault)).writer, "kept");
    expect(await vault.stop()).toBe(0);
    const file = path.join(vault.dataDir, "master.key");
    const missing = idOf(readFileSync(file, "utf8"));
    const other = aKey();
    const refused = await endedStart({ dataDir: vault.dataDir, env: { VAULT_MASTER_KEYS: other } });
    expectSentence(refused, new RegExp(`${missing}.*${idOf(other)}`, "s"));
    expect(refused.output).not.toContain(other);
    expect(idOf(readFileSync(file, "utf8"))).toBe(missing);
  });
});

describe("master keys from the settings", () => {
  testOnce("in a file: the vault uses it and creates none itself", async () => {
    const file = path.join(aFolder(), "keys");
    const key = aKey();
    writeFileSync(file, `# made by openssl rand -base64 32\n${key}\n`);
    const vault = await aVault({ env: { VAULT_MASTER_KEYS_FILE: file } });
    await store((await aWriter(vault)).writer, "by file");
    expect(existsSync(path.join(vault.dataDir, "master.key"))).toBe(false);
    expect(sealedUnder(vault.dataDir)).toEqual({ "by file": idOf(key) });
    expect(vault.output()).not.toContain(key);
  });

  test("the first one seals and all open: a new key comes first, and the old one may not be removed while values need it", async () => {
    const [old, fresh] = [aKey(), aKey()];
    const first = await aVault({ env: { VAULT_MASTER_KEYS: old } });
    const { text, writer } = await aWriter(first);
    const before = await store(writer, "before");
    expect(await first.stop()).toBe(0);

    const second = await aVault({ dataDir: first.dataDir, env: { VAULT_MASTER_KEYS: `${fresh},${old}` } });
    const reader = withKey(text, second.baseUrl);
    expect(await reveal(reader, before)).toBe("before");
    const after = await store(reader, "after");
    expect(await reveal(reader, after)).toBe("after");
    expect(sealedUnder(first.dataDir)).toEqual({ before: idOf(old), after: idOf(fresh) });
    expect(await second.stop()).toBe(0);

    expectSentence(
      await endedStart({ dataDir: first.dataDir, env: { VAULT_MASTER_KEYS: fresh } }),
      new RegExp(idOf(old)),
    );
    expectSentence(
      await endedStart({ dataDir: first.dataDir, env: { VAULT_MASTER_KEYS: old } }),
      new RegExp(idOf(fresh)),
    );

    // In reverse order, the old one seals again.
    const third = await aVault({ dataDir: first.dataDir, env: { VAULT_MASTER_KEYS: `${old},${fresh}` } });
    const again = withKey(text, third.baseUrl);
    expect([await reveal(again, before), await reveal(again, after)]).toEqual(["before", "after"]);
    expect(await again.call(listEntries)).toHaveLength(2);
  });

  testOnce("the same one twice stops the start with a message", async () => {
    const key = aKey();
    const refused = await endedStart({ dataDir: aFolder(), env: { VAULT_MASTER_KEYS: `${key},${key}` } });
    expectSentence(refused, /VAULT_MASTER_KEYS.*twice/);
    expect(refused.output).not.toContain(key);
  });
});
