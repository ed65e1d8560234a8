import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createTeam } from "@/lib/contracts/people/teams";
import { listTrash } from "@/lib/contracts/vault/trash";
import { revealEntryVersion } from "@/lib/contracts/vault/versions";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { toldByOperator } from "../../support/callers/activity";
import { aUserWithKey, signIn, withKey } from "../../support/callers/actors";
import { belongingsOf } from "../../support/rows/belongings";
import { operate, refused } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { everyWayIn, guardAccount } from "../../support/sign-in/signing-in";
import { readStore } from "../../support/vaults/store";

const { aFolder, aVault } = ownVaults();
const keyOf = (dataDir: string) => readFileSync(path.join(dataDir, "master.key"), "utf8").trim();

/** A vault with one of everything that was backed up while it was running. The last test stops it. */
let made: Awaited<ReturnType<typeof aBackup>>;
beforeAll(async () => void (made = await aBackup()));

async function aBackup() {
  const vault = await aVault({ env: { AUTH_REGISTRATION: "open" } });
  const user = await aUserWithKey({ baseUrl: vault.baseUrl });
  const { look, ids } = await belongingsOf(user.session, "canary \u2028 𝔘𝔫𝔦");
  // The first value is a former one from now on.
  const entry = { id: ids.ENTRY_NOT_FOUND?.id ?? "" };
  const { value: first } = await user.session.call(revealEntry, { params: entry });
  await user.session.call(updateEntry, { params: entry, body: { value: "value-canary-second" } });
  const former = { first, params: { ...entry, version: "1" } };
  await user.session.call(createTeam, { body: { name: "Payments" } });
  const account = await guardAccount(user, vault.baseUrl);
  const file = path.join(aFolder(), "vault.backup");
  const result = await operate(vault.dataDir, ["backup", file]);
  return { vault, user, look, former, account, file, result };
}

describe("a backup", () => {
  test("is made while the vault is running, is readable for its owner only, and restores everything that its owner sees", async () => {
    const { vault, user, look, former, account, file, result } = made;
    expect(result).toEqual({ code: 0, out: expect.stringMatching(/^\d+ rows in /), err: "" });
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(readdirSync(path.dirname(file))).toEqual(["vault.backup"]);
    const before = await look();

    const dataDir = aFolder();
    writeFileSync(path.join(dataDir, "master.key"), keyOf(vault.dataDir), { mode: 0o600 });
    expect(await operate(dataDir, ["restore", file])).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(
        /^\d+ rows of .* restored.*\n.*has to sign in again.*\n(.*\n)*.*AUTH_REGISTRATION=open/,
      ),
    });
    // The person's vault and the team's.
    const { told, owners } = toldByOperator(dataDir, "restore");
    expect(told).toEqual(owners);
    expect(told).toHaveLength(2);
    const restored = await aVault({ dataDir });
    expect(await account.waysIn(restored.baseUrl)).toEqual(everyWayIn);
    const session = await signIn(user.email, user.password, restored.baseUrl, { code: account.recoveryCodes[0] ?? "" });
    const seen = async (who: typeof session) => {
      const paths = ["/api/categories", "/api/entries", "/api/2fa", "/api/envs", "/api/access-keys", "/api/export"];
      return Promise.all(paths.map(async (address) => (await who.fetch(address)).text()));
    };
    expect(JSON.stringify(before)).toContain("canary");
    const [, entries, , , , exported] = await seen(session);
    expect(exported).toContain("value-canary");
    expect(JSON.parse(entries ?? "")).toEqual((before as { entries: unknown }).entries);
    expect(await session.call(listTrash)).toEqual((before as { trash: unknown }).trash);
    expect((await session.call(revealEntryVersion, { params: former.params })).value).toBe(former.first);
    // The old cookie's session is not in the backup; the access key is.
    expect(
      (await fetch(`${restored.baseUrl}/api/entries`, { headers: { Cookie: user.session.headers.Cookie ?? "" } }))
        .status,
    ).toBe(401);
    expect((await withKey(user.accessKey.key, restored.baseUrl).fetch("/api/entries")).status).toBe(200);
    expect((await operate(dataDir, ["verify"])).out).toMatch(/^7 values open, 0 do not/);
  }, 300_000);

  test("contains neither the master key nor anything readable from the vault", async () => {
    const { vault, user, account, file } = made;
    const bytes = readFileSync(file);
    const key = keyOf(vault.dataDir);
    for (const text of [
      key,
      Buffer.from(key, "base64"),
      user.email,
      "canary",
      "MARK",
      "AUTH_REGISTRATION",
      user.accessKey.key,
      account.secret,
      ...account.recoveryCodes,
    ])
      expect(bytes.includes(text)).toBe(false);
  });

  test("names every master key without which it can't be restored, and is not made if one of them is not given", async () => {
    const { dataDir } = await aVault();
    const [old, fresh] = [keyOf(dataDir), newMasterKeyText()];
    const [oldId, freshId] = parseKeyRing(`${old},${fresh}`).ids;
    const file = path.join(aFolder(), "vault.backup");
    expect(await operate(dataDir, ["backup", file], { env: { VAULT_MASTER_KEYS: fresh } })).toEqual(
      refused(new RegExp(`sealed under the master key ${oldId}, which is not among the given ones \\(${freshId}\\)`)),
    );
    expect(readdirSync(path.dirname(file))).toEqual([]);
    const env = { VAULT_MASTER_KEYS: `${fresh},${old}` };
    expect(await operate(dataDir, ["backup", file], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining(`sealed under the master key ${freshId} and ${oldId}: keep those keys`) as string,
    });
  });

  test("that is damaged anywhere, cut short, sealed under another master key or no backup is refused, and nothing changes", async () => {
    const { vault, file } = made;
    const whole = readFileSync(file);
    const attempt = async (bytes: Buffer, key: string) => {
      const dataDir = path.join(aFolder(), "new");
      mkdirSync(dataDir);
      const copy = path.join(path.dirname(dataDir), "copy");
      writeFileSync(copy, bytes);
      writeFileSync(path.join(dataDir, "master.key"), key, { mode: 0o600 });
      return { ...(await operate(dataDir, ["restore", copy])), left: readdirSync(dataDir) };
    };
    const own = keyOf(vault.dataDir);
    expect(await attempt(whole, newMasterKeyText())).toEqual({
      ...refused(/sealed under the master key \w+, which is not among/),
      left: ["master.key"],
    });
    const changed = (place: number) => Buffer.from(whole.map((byte, index) => (index === place ? byte ^ 1 : byte)));
    for (const place of [30, 60, whole.length - 1])
      expect(await attempt(changed(place), own)).toEqual({ ...refused(/damaged/), left: ["master.key"] });
    expect(await attempt(whole.subarray(0, -20), own)).toEqual({
      ...refused(/damaged or was cut off/),
      left: ["master.key"],
    });
    expect(
      await attempt(Buffer.from("-- a dump of something else, and rather longer than a header would be"), own),
    ).toEqual({ ...refused(/not a backup/), left: ["master.key"] });
    expect(await attempt(Buffer.alloc(0), own)).toEqual({ ...refused(/empty/), left: ["master.key"] });
  }, 120_000);

  test("restores only where there is no database, and overwrites no file unless told to", async () => {
    const { vault, file } = made;
    expect(await operate(vault.dataDir, ["restore", file])).toEqual(refused(/already running|is not empty/));
    expect(await vault.stop()).toBe(0);
    const before = readStore(vault, `SELECT * FROM "KeyEntry"`);
    expect(await operate(vault.dataDir, ["restore", file])).toEqual(
      refused(/There is already a database|is not empty/),
    );
    expect(readStore(vault, `SELECT * FROM "KeyEntry"`)).toEqual(before);
    truncateSync(file, 10);
    expect(await operate(vault.dataDir, ["backup", file])).toEqual(refused(/already exists/));
    expect(await operate(vault.dataDir, ["backup", file, "--replace"])).toMatchObject({ code: 0 });
    expect(statSync(file).size).toBeGreaterThan(500);
    expect(await operate(vault.dataDir, ["backup", path.join(aFolder(), "no", "such", "folder")])).toEqual(
      refused(/does not exist/),
    );
  });
});
