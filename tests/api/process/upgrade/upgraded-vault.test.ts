import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { rotateAccessKey } from "@/lib/contracts/access/access-keys";
import { getAccount } from "@/lib/contracts/people/account";
import { deleteCategory } from "@/lib/contracts/vault/categories";
import { listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { createTeam } from "@/lib/contracts/people/teams";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { restoreFromTrash } from "@/lib/contracts/vault/trash";
import { listEntryVersions, listEnvFileVersions, restoreEntryVersion } from "@/lib/contracts/vault/versions";
import {
  createTwoFactorToken,
  listTwoFactorTokens,
  revealTwoFactorCode,
  updateTwoFactorToken,
} from "@/lib/contracts/vault/two-factor";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { hashToken, newAccessKey } from "@/lib/crypto/tokens/token";
import { actor, type Actor, signIn, withKey } from "../../../support/callers/actors";
import {
  aFormerBackup,
  aFormerVault,
  beforeBounds,
  beforeHistory,
  beforeKinds,
  beforeTeams,
  fillFormer,
  formerBackup,
} from "../../../support/vaults/former-vault";
import { operate } from "../../../support/programs/operator";
import { within } from "../../../support/callers/teams";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { freshCode } from "../../../support/sign-in/second-factor";
import { launch } from "../../../support/vaults/server";
import { signingIn } from "../../../support/sign-in/signing-in";
import { expectedCode } from "../../../support/sign-in/totp";
import { changeStore, readStore } from "../../../support/vaults/store";

const { aFolder, aVault } = ownVaults();

const at = "2026-11-22T22:00:00.000+00:00";
/** Inserts a key like somebody who can write to the database, with any MAC. */
function plantKey(dataDir: string, mac: string | null): string {
  const key = newAccessKey();
  const [ada] = readStore<{ id: string }>({ dataDir }, `SELECT "id" FROM "User" WHERE "email" = 'ada@example.com'`);
  changeStore(
    { dataDir },
    'INSERT INTO "AccessKey" ("id", "userId", "name", "keyHash", "keyPrefix", "scopes", "createdAt", "mac") VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [randomUUID(), ada?.id, "planted", hashToken(key), key.slice(0, 10), "export:read", at, mac],
  );
  return key;
}
/** Turns a database into the form of the previous release, as if nothing had been signed yet. */
function takeBack(dataDir: string): void {
  for (const table of [
    "User",
    "Session",
    "Account",
    "AccountTotp",
    "RecoveryCode",
    "Passkey",
    "OneTimeChallenge",
    "AccessKey",
  ])
    changeStore({ dataDir }, `ALTER TABLE "${table}" DROP COLUMN "mac"`);
  changeStore({ dataDir }, 'ALTER TABLE "User" DROP COLUMN "factors"');
  changeStore({ dataDir }, 'ALTER TABLE "Passkey" DROP COLUMN "origin"');
  changeStore({ dataDir }, "DELETE FROM \"_prisma_migrations\" WHERE migration_name = '0005_rights'");
}

test("a vault of the previous release works as before: sessions, keys, passwords, second factors; and no start signs a row that is inserted later", async () => {
  const { dataDir, known, cookies } = await aFormerVault(aFolder());
  const vault = await aVault({ dataDir });
  const { baseUrl } = vault;
  expect(await withKey(known.key, baseUrl).call(exportEntries)).toContain("sk_test_not_a_real_key");
  expect(await actor({ Cookie: cookies.ada }, baseUrl).call(getAccount)).toMatchObject({
    email: "ada@example.com",
    methods: ["password", "oidc"],
    secondFactor: false,
  });
  expect(await actor({ Cookie: cookies.grace }, baseUrl).call(getAccount)).toMatchObject({
    methods: ["password", "passkey"],
    secondFactor: true,
    recoveryCodesLeft: 10,
  });
  const grace = (code?: string) => signingIn("grace@example.com", code, known.password, baseUrl);
  expect([
    await signingIn("ada@example.com", undefined, known.password, baseUrl),
    await grace(),
    await grace(freshCode(known.totpSecret)),
    await grace(known.recoveryCode),
  ]).toEqual(["in", "SECOND_FACTOR_REQUIRED", "in", "in"]);
  expect((await operate(dataDir, ["verify"])).out).toMatch(
    / rows that grant rights are as the vault wrote them, 0 are not\n/,
  );

  const planted = plantKey(dataDir, null);
  await vault.stop();
  const { baseUrl: again } = await aVault({ dataDir });
  expect((await withKey(planted, again).fetch("/api/export")).status).toBe(401);
  expect((await withKey(known.key, again).fetch("/api/export")).status).toBe(200);
});

test("a start that is killed during its upgrade leaves a database that the next start upgrades", async () => {
  const { dataDir, known } = await aFormerVault(aFolder());
  const { child, outcome } = await launch({ dataDir });
  child.kill("SIGKILL");
  await outcome;
  const { baseUrl } = await aVault({ dataDir });
  expect((await withKey(known.key, baseUrl).fetch("/api/export")).status).toBe(200);
});

test("a backup of the previous release restores to a working vault, whose rows are signed once; its sessions have ended", async () => {
  const { file, dataDir, known, cookies } = await aFormerBackup(aFolder());
  expect(await operate(dataDir, ["restore", file])).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^\d+ rows of .* restored into .*\neverybody has to sign in again;/) as string,
  });
  expect(await operate(dataDir, ["verify"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^2 values open, 0 do not\n.*\n\d+ rows that grant rights are as the vault wrote them, 0 are not\n/,
    ) as string,
  });
  const vault = await aVault({ dataDir });
  const { baseUrl } = vault;
  expect(await withKey(known.key, baseUrl).call(exportEntries)).toContain("sk_test_not_a_real_key");
  for (const Cookie of Object.values(cookies))
    expect((await actor({ Cookie }, baseUrl).fetch("/api/account")).status).toBe(401);
  const grace = (code?: string) => signingIn("grace@example.com", code, known.password, baseUrl);
  expect([
    await signingIn("ada@example.com", undefined, known.password, baseUrl),
    await grace(),
    await grace(freshCode(known.totpSecret)),
    await grace(known.recoveryCode),
  ]).toEqual(["in", "SECOND_FACTOR_REQUIRED", "in", "in"]);
  await vault.stop();

  const planted = plantKey(dataDir, null);
  const again = await aVault({ dataDir });
  expect((await withKey(planted, again.baseUrl).fetch("/api/export")).status).toBe(401);
  await again.stop();
  takeBack(dataDir);
  const { outcome, output } = await launch({ dataDir });
  expect(await outcome).toMatchObject({ code: 1 });
  expect(output()).toContain("its rows were signed before");
});

test("turning a signed vault back into the former form, including migrations and columns, gives nobody new MACs", async () => {
  const { dataDir } = await aFormerVault(aFolder());
  await (await aVault({ dataDir })).stop();
  plantKey(dataDir, null);
  takeBack(dataDir);
  const { outcome, output } = await launch({ dataDir });
  expect(await outcome).toMatchObject({ code: 1 });
  expect(output()).toContain("its rows were signed before");
});

test("a vault of the release before keys had limits works as before: its keys reach all that they did, and can be rotated", async () => {
  const dataDir = aFolder();
  const known = await fillFormer(dataDir, beforeBounds);
  const { baseUrl } = await aVault({ dataDir });
  const key = withKey(known.key, baseUrl);
  expect(await key.call(exportEntries)).toMatch(/real_key_billing[^]*real_key_shop/);
  expect(await key.call(whoAmI)).toMatchObject({ name: "CI", projects: null, environments: null, revealsPerDay: null });
  expect((await operate(dataDir, ["verify"])).out).toMatch(
    /^4 values open, 0 do not\n.*\n\d+ rows that grant rights are as the vault wrote them, 0 are not\n/,
  );
  const session = await signIn("ada@example.com", "not-a-real-password", baseUrl);
  const { key: fresh } = await session.call(rotateAccessKey, { params: { id: known.keyId }, body: {} });
  for (const each of [key, withKey(fresh, baseUrl)]) expect((await each.fetch("/api/export")).status).toBe(200);
});

test("a vault of the release before teams works as before: nothing was sealed anew, and its rows can go to a team", async () => {
  const dataDir = aFolder();
  const known = await fillFormer(dataDir, beforeTeams);
  const sealed = () => readStore({ dataDir }, 'SELECT "id", "encryptedValue" FROM "KeyEntry" ORDER BY "id"');
  const before = sealed();
  const { baseUrl } = await aVault({ dataDir });
  expect([before.length, sealed()]).toEqual([2, before]);
  const key = withKey(known.key, baseUrl);
  expect(await key.call(exportEntries)).toMatch(/real_key_billing[^]*real_key_shop/);
  expect(await withKey(known.boundedKey, baseUrl).call(whoAmI)).toMatchObject({ projects: ["billing"], team: null });
  expect((await operate(dataDir, ["verify"])).out).toMatch(
    /^4 values open, 0 do not\n.*\n\d+ rows that grant rights are as the vault wrote them, 0 are not\n/,
  );
  const session = await signIn("ada@example.com", "not-a-real-password", baseUrl);
  const [entry] = await session.call(listEntries);
  const team = await session.call(createTeam, { body: { name: "Payments" } });
  await session.call(transfer, { body: { teamId: team.id, entryIds: [entry?.id ?? ""] } });
  expect(await within(session, team.id, baseUrl).call(exportEntries)).toContain("real_key_billing");
  expect(await key.call(exportEntries)).not.toContain("real_key_billing");
});

test("a backup of the release before teams restores to a working vault", async () => {
  const dataDir = aFolder();
  const { file, known } = formerBackup(dataDir, beforeTeams);
  expect(await operate(dataDir, ["restore", file])).toMatchObject({ code: 0, err: "" });
  const { baseUrl } = await aVault({ dataDir });
  expect(await withKey(known.boundedKey, baseUrl).call(exportEntries)).toContain("sk_test_not_a_real_key_billing");
});

test("a vault of the release before versions works as before: nothing was sealed anew, and what it holds has versions and a trash from then on", async () => {
  const dataDir = aFolder();
  const known = await fillFormer(dataDir, beforeHistory);
  const sealed = () => readStore({ dataDir }, 'SELECT "id", "encryptedValue" FROM "KeyEntry" ORDER BY "id"');
  const before = sealed();
  const { baseUrl } = await aVault({ dataDir });
  expect([before.length, sealed()]).toEqual([3, before]);
  const key = withKey(known.key, baseUrl);
  expect(await key.call(exportEntries)).toMatch(/real_key_second[^]*real_key_shop/);
  const params = { id: known.entryId };
  const versions = async () =>
    (await key.call(listEntryVersions, { params })).map(({ version, by }) => [version, by?.kind ?? null]);
  expect(await versions()).toEqual([[3, null]]);
  await key.call(updateEntry, { params, body: { value: "sk_test_not_a_real_key_third" } });
  expect(await versions()).toEqual([
    [4, "key"],
    [3, null],
  ]);
  await key.call(restoreEntryVersion, { params: { ...params, version: "3" } });
  expect(await key.call(exportEntries)).toContain("real_key_second");
  const file = { id: known.projectId, fileId: known.fileId };
  expect((await key.call(listEnvFileVersions, { params: file })).data).toMatchObject([
    { version: 2, variableNames: ["NOT_A_SECRET"], by: null },
  ]);
  const session = await signIn("ada@example.com", "not-a-real-password", baseUrl);
  const team = within(session, known.teamId, baseUrl);
  for (const who of [session, team]) {
    const [entry] = await who.call(listEntries);
    await who.call(deleteCategory, { params: { id: entry?.categoryId ?? "" } });
    expect(await who.call(listEntries)).toEqual([]);
    await who.call(restoreFromTrash, { params: { id: entry?.categoryId ?? "" } });
  }
  expect(await team.call(exportEntries)).toContain("ghp_not_a_real_token");
  expect((await operate(dataDir, ["verify"])).out).toMatch(
    /^7 values open, 0 do not\n.*\n\d+ rows that grant rights are as the vault wrote them, 0 are not\n/,
  );
});

test("a backup of the release before versions restores to a working vault", async () => {
  const dataDir = aFolder();
  const { file, known } = formerBackup(dataDir, beforeHistory);
  expect(await operate(dataDir, ["restore", file])).toMatchObject({ code: 0, err: "" });
  const { baseUrl } = await aVault({ dataDir });
  const key = withKey(known.key, baseUrl);
  expect(await key.call(exportEntries)).toContain("sk_test_not_a_real_key_second");
  expect(await key.call(listEntryVersions, { params: { id: known.entryId } })).toMatchObject([{ by: null }]);
});

test("a backup of the release before keys had limits restores to a working vault", async () => {
  const dataDir = aFolder();
  const { file, known } = formerBackup(dataDir, beforeBounds);
  expect(await operate(dataDir, ["restore", file])).toMatchObject({ code: 0, err: "" });
  const { baseUrl } = await aVault({ dataDir });
  expect(await withKey(known.key, baseUrl).call(exportEntries)).toContain("sk_test_not_a_real_key_shop");
});

/** That each token says how its codes are made, and makes those. */
async function expectKinds(who: Actor, secret: string, accountNames: readonly string[]): Promise<void> {
  const tokens = await who.call(listTwoFactorTokens);
  expect(tokens.map(({ accountName }) => accountName)).toEqual(accountNames);
  for (const { id, accountName, ...token } of tokens) {
    const hash = accountName === "sha1" || accountName === "sha256" ? accountName : "sha512";
    expect(token).toMatchObject({ type: "totp", algorithm: hash.toUpperCase(), digits: 6, period: 30 });
    const now = Math.floor(Date.now() / 1000);
    const { code } = await who.call(revealTwoFactorCode, { params: { id } });
    expect([now, now + 30].map((second) => expectedCode(secret, second, hash).code)).toContain(code);
  }
}

test("a vault of the release before kinds of tokens works as before: nothing was sealed anew, each token says its algorithm, those in the trash too", async () => {
  const dataDir = aFolder();
  const known = await fillFormer(dataDir, beforeKinds);
  const sealed = () => readStore({ dataDir }, 'SELECT "id", "encryptedSecret" FROM "TwoFactorToken" ORDER BY "id"');
  const before = sealed();
  const { baseUrl } = await aVault({ dataDir });
  expect([before.length, sealed()]).toEqual([4, before]);
  const key = withKey(known.key, baseUrl);
  await expectKinds(key, known.secret, ["sha1", "sha256", "sha512"]);
  const session = await signIn("ada@example.com", "not-a-real-password", baseUrl);
  await session.call(restoreFromTrash, { params: { id: known.trashedId } });
  await expectKinds(session, known.secret, ["sha1", "sha256", "sha512", "trashed"]);
  const [token] = await key.call(listTwoFactorTokens);
  await key.call(updateTwoFactorToken, { params: { id: token?.id ?? "" }, body: { type: "hotp" } });
  expect(await key.call(revealTwoFactorCode, { params: { id: token?.id ?? "" } })).toMatchObject({ counter: 0 });
  expect((await operate(dataDir, ["verify"])).out).toMatch(/^4 values open, 0 do not\n/);
});

test("a vault of that release does not start without its master key, and then starts with it as if nothing had been", async () => {
  const dataDir = aFolder();
  const known = await fillFormer(dataDir, beforeKinds);
  const { outcome, output } = await launch({
    dataDir,
    env: { VAULT_MASTER_KEYS: "HyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4=" },
  });
  expect(await outcome).toMatchObject({ code: 1 });
  expect(output()).toContain("was not given");
  const { baseUrl } = await aVault({ dataDir });
  await expectKinds(withKey(known.key, baseUrl), known.secret, ["sha1", "sha256", "sha512"]);
});

test("a backup of the release before kinds of tokens restores to a working vault", async () => {
  const dataDir = aFolder();
  const { file, known } = formerBackup(dataDir, beforeKinds);
  expect(await operate(dataDir, ["restore", file])).toMatchObject({ code: 0, err: "" });
  const { baseUrl } = await aVault({ dataDir });
  await expectKinds(withKey(known.key, baseUrl), known.secret, ["sha1", "sha256", "sha512"]);
});

test("a former release's vault keeps its form of sealed values until they are rotated, and opens both", async () => {
  const dataDir = aFolder();
  const known = await fillFormer(dataDir, beforeKinds);
  /** The first byte of each secret and of the master key's check value. */
  const forms = () =>
    [
      'SELECT "encryptedSecret" AS "sealed" FROM "TwoFactorToken" ORDER BY "createdAt", "id"',
      'SELECT "sealedCheck" AS "sealed" FROM "KeyCheck"',
    ].map((sql) => readStore<{ sealed: Uint8Array }>({ dataDir }, sql).map(({ sealed }) => sealed[0]));
  const add = async (baseUrl: string, accountName: string) => {
    const ada = await signIn("ada@example.com", "not-a-real-password", baseUrl);
    const secret = `otpauth://totp/x?secret=${known.secret}&algorithm=SHA512`;
    await ada.call(createTwoFactorToken, { body: { service: "GitHub", accountName, secret } });
  };
  const first = await aVault({ dataDir });
  await add(first.baseUrl, "before");
  expect(forms()).toEqual([[1, 1, 1, 1, 1], [1]]);

  expect((await operate(dataDir, ["verify"])).out).toMatch(
    /^5 values open, 0 do not\n[^]*\n5 values have the form of an earlier/,
  );
  expect((await operate(dataDir, ["rotate"])).out).toMatch(
    /^values get a new form[^\n]*restart every vault[^\n]*\n5 values re-encrypted under /,
  );
  expect(forms()).toEqual([[2, 2, 2, 2, 2], [2]]);
  await expectKinds(withKey(known.key, first.baseUrl), known.secret, ["before", "sha1", "sha256", "sha512"]);
  // One that runs keeps the form in which it began.
  await add(first.baseUrl, "during");
  expect(forms()).toEqual([[2, 2, 2, 2, 2, 1], [2]]);
  expect(await first.stop()).toBe(0);

  const second = await aVault({ dataDir });
  await add(second.baseUrl, "after");
  expect(forms()).toEqual([[2, 2, 2, 2, 2, 1, 2], [2]]);
  const names = ["after", "before", "during", "sha1", "sha256", "sha512"];
  await expectKinds(withKey(known.key, second.baseUrl), known.secret, names);
  expect((await operate(dataDir, ["verify"])).out).toMatch(
    /^7 values open, 0 do not\n[^]*\n1 values have the form of an earlier/,
  );
  expect((await operate(dataDir, ["rotate"])).out).toMatch(/^1 values re-encrypted under \w+\n0 rows[^\n]*\n$/);
  expect((await operate(dataDir, ["verify"])).out).not.toContain("form of an earlier");
  expect(forms()).toEqual([[2, 2, 2, 2, 2, 2, 2], [2]]);
});
