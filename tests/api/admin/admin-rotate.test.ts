import { chmodSync, copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { saveEnvFile } from "@/lib/contracts/vault/envs";
import { revealEntryVersion } from "@/lib/contracts/vault/versions";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { aUserWithKey, withKey } from "../../support/callers/actors";
import { belongingsOf } from "../../support/rows/belongings";
import { aMailServer } from "../../support/servers/a-mail-server";
import { operate, refused } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { everyWayIn, guardAccount } from "../../support/sign-in/signing-in";
import { damageStore, readStore, storedBytes } from "../../support/vaults/store";
import { testOnce } from "../../support/vaults/test-once";

const { aVault } = ownVaults();

/** Of the tests that change nothing in it. */
const running = await aVault();

const instants = (dataDir: string) =>
  ["KeyEntry", "TwoFactorToken", "EnvFile"].map((table) =>
    readStore({ dataDir }, `SELECT "id", "updatedAt" FROM "${table}" ORDER BY "id"`),
  );

/** The output of verify if so many values, and every row that gives rights, are under one key, and all chains are whole. */
const verified = (values: number, keyId: string, what: string) =>
  new RegExp(
    `^${values} values open, 0 do not\n  ${values} under ${keyId}, ${what}\n([1-9]\\d*) rows that grant rights are as the vault wrote them, 0 are not\n  \\1 under ${keyId}, ${what}\n[1-9]\\d* records of the activity of \\d+ vaults are as they were written, 0 chains are broken\n$`,
  );

describe("rotate", () => {
  test("seals everything again under the first key while the vault is running; times stay the same; then the old key can be removed", async () => {
    const first = await aVault();
    const { dataDir } = first;
    const user = await aUserWithKey({ baseUrl: first.baseUrl });
    const { ids } = await belongingsOf(user.session, "rotated");
    // A former value and a former text, beside what is in the trash.
    const entry = { id: ids.ENTRY_NOT_FOUND?.id ?? "" };
    await user.session.call(updateEntry, { params: entry, body: { value: "second-not-real" } });
    await user.session.call(saveEnvFile, {
      params: { id: ids.ENV_PROJECT_NOT_FOUND?.id ?? "" },
      body: { fileType: "env.local", content: "SECOND=1\n" },
    });
    const { waysIn } = await guardAccount(user, first.baseUrl);
    expect(await first.stop()).toBe(0);
    const oldKey = readFileSync(path.join(dataDir, "master.key"), "utf8").trim();
    const newKey = newMasterKeyText();
    const both = { VAULT_MASTER_KEYS: `${newKey},${oldKey}` };
    const [newId, oldId] = parseKeyRing(`${newKey},${oldKey}`).ids;

    const second = await aVault({ dataDir, env: both });
    const exported = await (await withKey(user.accessKey.key, second.baseUrl).fetch("/api/export")).text();
    const before = instants(dataDir);
    expect((await operate(dataDir, ["verify"], { env: both })).out).toMatch(
      verified(8, oldId ?? "", "an older master key"),
    );
    expect(await operate(dataDir, ["rotate"], { env: both })).toEqual({
      code: 0,
      err: "",
      out: expect.stringMatching(
        new RegExp(
          `^8 values re-encrypted under ${newId}\n[1-9]\\d* rows that grant rights re-signed\nnothing is left under ${oldId}`,
        ),
      ),
    });
    expect((await operate(dataDir, ["verify"], { env: both })).out).toMatch(
      // One more is the former master key's key of the activity.
      verified(9, newId ?? "", "the first master key"),
    );
    expect(instants(dataDir)).toEqual(before);
    expect(await (await withKey(user.accessKey.key, second.baseUrl).fetch("/api/export")).text()).toBe(exported);
    expect((await operate(dataDir, ["rotate"], { env: both })).out).toBe(
      `0 values re-encrypted under ${newId}\n0 rows that grant rights re-signed\n`,
    );
    expect(await second.stop()).toBe(0);

    const third = await aVault({ dataDir, env: { VAULT_MASTER_KEYS: newKey } });
    expect((await operate(dataDir, ["verify"], { env: { VAULT_MASTER_KEYS: newKey } })).out).toMatch(
      verified(9, newId ?? "", "the first master key"),
    );
    expect(await (await withKey(user.accessKey.key, third.baseUrl).fetch("/api/export")).text()).toBe(exported);
    expect(await waysIn(third.baseUrl)).toEqual(everyWayIn);
    const former = await withKey(user.accessKey.key, third.baseUrl).call(revealEntryVersion, {
      params: { ...entry, version: "1" },
    });
    expect(former.value).toBe("value-rotated");
  });

  test("waits until a vault has started with the new key: one without it could open nothing", async () => {
    const oldKey = readFileSync(path.join(running.dataDir, "master.key"), "utf8").trim();
    expect(
      await operate(running.dataDir, ["rotate"], { env: { VAULT_MASTER_KEYS: `${newMasterKeyText()},${oldKey}` } }),
    ).toEqual(refused(/restart every vault/));
  });

  test("leaves a value that can't be opened unchanged, counts it, and keeps its key; verify names it", async () => {
    const vault = await aVault();
    const { dataDir } = vault;
    const { session } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const { ids } = await belongingsOf(session, "damaged");
    const id = ids.ENTRY_NOT_FOUND?.id ?? "";
    damageStore(vault, "KeyEntry", "encryptedValue", id, (bytes) => bytes.subarray(0, -1));
    expect(await operate(dataDir, ["verify"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        new RegExp(
          `^4 values open, 1 do not\n(.*\n)+ {2}does not open: KeyEntry ${id}\n\\d+ rows that grant rights are as the vault wrote them, 0 are not\n`,
        ),
      ),
    });
    expect(await vault.stop()).toBe(0);
    const oldKey = readFileSync(path.join(dataDir, "master.key"), "utf8").trim();
    const env = { VAULT_MASTER_KEYS: `${newMasterKeyText()},${oldKey}` };
    await aVault({ dataDir, env });
    const { code, out, err } = await operate(dataDir, ["rotate"], { env });
    expect([
      code,
      out.includes("4 values re-encrypted"),
      out.includes("nothing is left"),
      err.includes("1 values can't be decrypted"),
    ]).toEqual([1, true, false, true]);
  });
});

test("verify changes nothing", async () => {
  const vault = await aVault();
  const user = await aUserWithKey({ baseUrl: vault.baseUrl });
  await belongingsOf(user.session, "verified");
  await guardAccount(user, vault.baseUrl);
  expect(await vault.stop()).toBe(0);
  const [bytes, files] = [storedBytes(vault), readdirSync(vault.dataDir)];
  expect(await operate(vault.dataDir, ["verify"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^6 values open, 0 do not/),
  });
  expect(storedBytes(vault).equals(bytes)).toBe(true);
  expect(readdirSync(vault.dataDir)).toEqual(files);
});

testOnce("verify refuses a file of heads that has none: it would show nothing", async () => {
  const heads = path.join(running.dataDir, "heads");
  writeFileSync(heads, "\n");
  expect(await operate(running.dataDir, ["verify", "--heads", heads])).toEqual(refused(/contains no heads/));
});

describe("doctor", () => {
  testOnce("signs in to the mail server, and says what is wrong with it", async () => {
    const running = await aVault();
    const server = await aMailServer();
    const look = (url: string) =>
      operate(running.dataDir, ["doctor"], { env: { ...server.env, SMTP_URL: url } }).then(({ out }) => out);
    expect(await look(server.url)).toContain(`ok     mail server (localhost:${server.port})\n`);
    const wrong = server.url.replace(/:[^:@]+@/, ":not-a-real-password@");
    expect(await look(wrong)).toContain("mail can't be sent as SMTP_URL says (EAUTH 535): check its address and login");
    expect(await look("smtp://[::1]:1")).toContain("to do  mail server ([::1]:1): mail can't be sent as SMTP_URL says");
    expect(server.mails).toEqual([]);
  });

  test("finds nothing wrong with a new vault", async () => {
    expect(await operate(running.dataDir, ["doctor"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok {5}settings\n(ok {5}.*\n)+$/),
    });
  });

  testOnce("says what to do about a readable master key, a missing one, and a wrong setting", async () => {
    const key = path.join(running.dataDir, "master.key");
    chmodSync(key, 0o644);
    expect(await operate(running.dataDir, ["doctor"])).toMatchObject({
      code: 1,
      out: expect.stringContaining(`to do  permissions of ${key} (644): others can read it: chmod 600 ${key}\n`),
    });
    renameSync(key, `${key}.away`);
    expect(await operate(running.dataDir, ["doctor"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^to do {2}master key: there is none: put its file back/m),
    });
    expect(await operate(running.dataDir, ["doctor"], { env: { PORT: "many" } })).toEqual(refused(/PORT/));
    renameSync(`${key}.away`, key);
    chmodSync(key, 0o600);
  });

  testOnce.each([
    ["600", false],
    ["644", true],
    ["660", true],
  ])("looks at the file that VAULT_MASTER_KEYS_FILE names: %s", async (mode, isShared) => {
    const key = path.join(running.dataDir, "given-keys");
    copyFileSync(path.join(running.dataDir, "master.key"), key);
    chmodSync(key, Number.parseInt(mode, 8));
    const { out } = await operate(running.dataDir, ["doctor"], { env: { VAULT_MASTER_KEYS_FILE: key } });
    const line = `permissions of ${key} (${mode})`;
    expect(out).toContain(isShared ? `to do  ${line}: others can read it: chmod ` : `ok     ${line}\n`);
    rmSync(key);
  });
});
