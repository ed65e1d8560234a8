import { writeFileSync } from "node:fs";
import path from "node:path";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getActivityHead } from "@/lib/contracts/access/activity";
import { listAccessKeys } from "@/lib/contracts/access/access-keys";
import { readCalendar } from "@/lib/contracts/access/reminders";
import { listTrustRules } from "@/lib/contracts/access/trust-rules";
import { listDeliveries, listWebhooks, updateWebhook } from "@/lib/contracts/access/webhooks";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { listInvitations } from "@/lib/contracts/people/invitations";
import { listMembers } from "@/lib/contracts/people/members";
import { listCategories } from "@/lib/contracts/vault/categories";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { revealEnvFile } from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { openShareLink } from "@/lib/contracts/transfer/links";
import { listTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import { listTwoFactorTokens, revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import {
  listEntryVersions,
  listEnvFileVersions,
  revealEntryVersion,
  revealEnvFileVersion,
} from "@/lib/contracts/vault/versions";
import { openShared } from "@/lib/share/envelope";
import { scrypt } from "@/packages/svc/src/transfer/scrypt";
import { toldTo } from "../../../support/callers/activity";
import { type Actor, anonymous, signIn, withKey } from "../../../support/callers/actors";
import { within } from "../../../support/callers/teams";
import { operate } from "../../../support/programs/operator";
import { openMailServer, tokenIn } from "../../../support/servers/mail-server";
import { aReceiver, headersOf, typeOf } from "../../../support/servers/webhook-receiver";
import { expectedCode, expectedHotp } from "../../../support/sign-in/totp";
import { beforeToldDates, fillFormer, formerBackup } from "../../../support/vaults/former-vault";
import { ownVaults } from "../../../support/vaults/own-vaults";
import type { RunningVault } from "../../../support/vaults/server";
import { readStore } from "../../../support/vaults/store";

/*
 * The vault of a former release with rows of everything that there was: this release goes on with it, in place and from
 * its backup.
 */

type Known = Awaited<ReturnType<typeof fillFormer<NonNullable<(typeof beforeToldDates)["known"]>>>>;

/** However old the fixture is by now. */
const keeping = { TRASH_DAYS: "36500", VERSIONS_DAYS: "36500", ACTIVITY_DAYS: "36500" };
const env = { ...keeping, WEBHOOK_PRIVATE_ADDRESSES: "true" };

const { aFolder, aVault } = ownVaults();
const dataDir = aFolder();
const mails = await openMailServer();
afterAll(mails.close);
let known: Known;
let vault: RunningVault;
let ada: Actor;
let team: Actor;

/** Ada's session, in her own vault and in her team's. */
async function signedIn({ baseUrl }: RunningVault): Promise<{ ada: Actor; team: Actor }> {
  const ada = await signIn("ada@example.com", "not-a-real-password", baseUrl);
  return { ada, team: within(ada, known.teamId, baseUrl) };
}

const sealedColumns = {
  KeyEntry: "encryptedValue",
  EntryVersion: "encryptedValue",
  TwoFactorToken: "encryptedSecret",
  EnvFile: "encryptedContent",
  EnvFileVersion: "encryptedContent",
  Webhook: "sealedTarget",
  Mail: "sealedMessage",
};
/** What is stored sealed, by table. */
const sealedValues = () =>
  Object.entries(sealedColumns).map(([table, column]) =>
    readStore<{ sealed: Buffer }>({ dataDir }, `SELECT "${column}" AS "sealed" FROM "${table}" ORDER BY "id"`).map(
      ({ sealed }) => sealed,
    ),
  );

/** That every chain goes on from the heads that were noted, every value opens, and every row is as it was written. */
async function expectVerified(folder: string, values: number | "any" = "any"): Promise<void> {
  const heads = path.join(folder, "heads.jsonl");
  writeFileSync(heads, known.heads.map((head) => `${JSON.stringify(head)}\n`).join(""));
  const { code, out } = await operate(folder, ["verify", "--heads", heads]);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^(\d+) values open, 0 do not\n[^]*\n\d+ rows that grant rights are as the vault wrote them, 0 are not\n[^]*\d+ records of the activity of 3 vaults are as they were written, 0 chains are broken\n/,
    ),
  ]);
  if (values !== "any") expect(out).toMatch(new RegExp(`^${values} values open`));
  expect(out).not.toContain("not checked");
}

const key = (name: string) => `sk_test_not_a_real_key_${name}`;

/** Every value and every former value of an entry, by version. */
async function valuesOf(who: Actor, id: string): Promise<Record<number, unknown>> {
  const values: Record<number, unknown> = {};
  for (const { version, current } of await who.call(listEntryVersions, { params: { id } })) {
    const former = { params: { id, version: String(version) } };
    const { value } = current
      ? await who.call(revealEntry, { params: { id } })
      : await who.call(revealEntryVersion, former);
    values[version] = value;
  }
  return values;
}

/** That each value, former value, text and code is what it was. `counter`: the next one of the token that counts. */
async function expectValues({ ada, team }: { ada: Actor; team: Actor }, counter: number): Promise<void> {
  const { ids, tokens, secret } = known;
  expect({
    entry: await valuesOf(ada, ids.entryId),
    later: await valuesOf(ada, ids.laterId),
    renamed: await valuesOf(ada, ids.renamedId),
    group: await valuesOf(ada, ids.groupId),
    moved: await valuesOf(team, ids.movedId),
    imported: await valuesOf(team, ids.importedId),
  }).toEqual({
    entry: { 1: key("first"), 2: key("second") },
    later: { 1: key("later") },
    renamed: { 1: key("of_the_shop"), 2: key("of_the_store") },
    group: { 1: { DB_USER: "billing", DB_PASSWORD: "not-a-real-password-of-a-database" } },
    moved: { 1: key("before_moving"), 2: key("when_moving"), 4: key("after_moving") },
    imported: { 1: "SG.not_a_real_key_first", 2: "SG.not_a_real_key_second" },
  });

  const params = { id: ids.projectId, fileId: ids.fileId };
  const former = async (version: string) =>
    (await ada.call(revealEnvFileVersion, { params: { ...params, version } })).data.content;
  const revealed = await ada.call(revealEnvFile, { params });
  const resolved = await ada.call(revealEnvFile, { params, query: { resolve: "true" } });
  expect((await ada.call(listEnvFileVersions, { params })).data.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect([await former("1"), await former("2"), revealed.data.content, resolved.data.content]).toEqual([
    "NOT_A_SECRET=1\n",
    "NOT_A_SECRET=2\nSTRIPE_SECRET_KEY=svc://Stripe/billing/production\n",
    "NOT_A_SECRET=2\nSTRIPE_SECRET_KEY=svc://Stripe/payments/production\n",
    `NOT_A_SECRET=2\nSTRIPE_SECRET_KEY=${key("second")}\n`,
  ]);

  const now = Math.floor(Date.now() / 1000);
  const codeOf = async (who: Actor, id: string) => (await who.call(revealTwoFactorCode, { params: { id } })).code;
  const ofTime = (make: (second: number) => string) => [make(now), make(now + 60)];
  const usual = (second: number) => expectedCode(secret, second).code;
  const long = (second: number) => expectedCode(secret, second, "sha256", { digits: 8, period: 60 }).code;
  expect([usual(now), usual(now + 30)]).toContain(await codeOf(ada, tokens.usualId));
  expect(ofTime(long)).toContain(await codeOf(ada, tokens.longId));
  expect(await codeOf(ada, tokens.countedId)).toBe(expectedHotp(secret, counter));
  expect(await codeOf(team, tokens.steamId)).toMatch(/^[2-9B-DF-HJKMNP-RTV-Y]{5}$/);
}

/** That keys do what they did, and no more. */
async function expectKeys({ baseUrl }: RunningVault): Promise<void> {
  const { keys, ids } = known;
  const status = async (name: keyof Known["keys"], target = "/api/entries") =>
    (await withKey(keys[name], baseUrl).fetch(target)).status;
  for (const name of ["former", "rotated"] as const)
    expect(await withKey(keys[name], baseUrl).call(exportEntries)).toContain(key("second"));
  expect([await status("expired"), await status("canary")]).toEqual([401, 401]);

  const bounded = withKey(keys.bounded, baseUrl);
  expect(await bounded.call(whoAmI)).toMatchObject({
    name: "Billing",
    projects: ["payments"],
    environments: ["development", "production"],
    addresses: ["127.0.0.0/8"],
    revealsPerDay: 2,
  });
  expect((await bounded.call(listEntries)).map(({ id }) => id)).toEqual([ids.entryId]);
  expect((await bounded.call(revealEntry, { params: { id: ids.entryId } })).value).toBe(key("second"));
  await expect(bounded.call(revealEntry, { params: { id: ids.laterId } })).rejects.toMatchObject({ status: 404 });
  expect(await status("bounded", "/api/export")).toBe(403);

  const issued = withKey(keys.issued, baseUrl);
  expect(await issued.call(whoAmI)).toMatchObject({ projects: ["payments"], environments: ["production"] });
  expect((await issued.call(listEntries)).map(({ id }) => id)).toEqual([ids.entryId]);
  expect((await issued.call(revealEntry, { params: { id: ids.entryId } })).value).toBe(key("second"));
  expect(await status("issued", "/api/envs")).toBe(403);

  const graces = withKey(keys.graces, baseUrl);
  expect(await graces.call(whoAmI)).toMatchObject({
    team: { id: known.teamId },
    environments: ["staging", "production"],
  });
  expect(new Set((await graces.call(listEntries)).map(({ id }) => id))).toEqual(new Set([ids.movedId, ids.importedId]));
}

/** What the activity says is due, the oldest first. */
const dueIn = async (who: Actor) =>
  [...(await toldTo(who, "entry.due")), ...(await toldTo(who, "access-key.expiring"))].map(
    ({ object, reason, dueAt }) => `${object?.name} ${reason} ${dueAt}`,
  );
const dueInOwn = [
  "Stripe · payments · production expires 2026-11-01T00:00:00.000Z",
  "Old expires 2026-11-02T00:00:00.000Z",
];
const dueInTeam = ["SENDGRID_API_KEY · payments · production rotate 2026-03-03T00:00:00.000Z"];

beforeAll(async () => {
  known = await fillFormer(dataDir, beforeToldDates);
});

test("a vault with rows of everything starts: nothing was sealed anew, every value opens, and its chains go on", async () => {
  const before = sealedValues();
  expect(before.map(({ length }) => length)).toEqual([8, 6, 5, 2, 2, 2, 5]);
  vault = await aVault({ dataDir, env });
  expect(sealedValues()).toEqual(before);
  ({ ada, team } = await signedIn(vault));
  for (const [who, { number }] of [ada, team].map(
    (who, index) => [who, known.heads[index] ?? { number: NaN }] as const,
  ))
    expect((await who.call(getActivityHead)).number).toBeGreaterThan(number);
  await expectVerified(dataDir, 30);
});

test("its values, former values, texts and codes are what they were", () => expectValues({ ada, team }, 42));

test("its keys work within their bounds, and no others do", () => expectKeys(vault));

test("its dates are told once, those of what comes back from the trash with it, and again by no later start", async () => {
  await expect.poll(() => dueIn(ada), { timeout: 20_000 }).toEqual(dueInOwn);
  await expect.poll(() => dueIn(team), { timeout: 20_000 }).toEqual(dueInTeam);
  await vault.stop();
  vault = await aVault({ dataDir, env });
  ({ ada, team } = await signedIn(vault));
  const { trash } = known;
  expect(new Set((await ada.call(listTrash)).map(({ id }) => id))).toEqual(new Set(Object.values(trash)));
  for (const id of Object.values(trash)) await ada.call(restoreFromTrash, { params: { id } });
  expect(await valuesOf(ada, trash.trashedId)).toEqual({ 1: key("before_the_trash"), 2: key("in_the_trash") });
  const [former] = (await ada.call(listEntries)).filter(({ categoryId }) => categoryId === trash.trashedCategoryId);
  expect(await valuesOf(ada, former?.id ?? "")).toEqual({ 1: "not_a_real_key_of_a_former_service" });
  const params = { id: known.ids.projectId, fileId: trash.trashedFileId };
  expect((await ada.call(revealEnvFile, { params })).data.content).toContain("of a file in the trash");
  expect((await ada.call(listTwoFactorTokens)).map(({ accountName }) => accountName)).toContain("trashed");
  // The next start looks at once, and finds nothing but what has come back.
  await vault.stop();
  vault = await aVault({ dataDir, env });
  ({ ada, team } = await signedIn(vault));
  const back = "Stripe · trashed · production expires 2026-11-03T00:00:00.000Z";
  await expect.poll(async () => new Set(await dueIn(ada)), { timeout: 20_000 }).toEqual(new Set([...dueInOwn, back]));
  expect([(await dueIn(ada)).length, await dueIn(team)]).toEqual([3, dueInTeam]);
});

test("its calendar, link, rules, categories, members and invitations are there", async () => {
  const { baseUrl } = vault;
  const calendar = await anonymous(baseUrl).call(readCalendar, { query: { token: known.calendarToken } });
  expect(calendar).toMatch(/SUMMARY:Stripe · payments · production expires/);
  const { id, key: linkKey, passphrase } = known.link;
  const opened = await anonymous(baseUrl).call(openShareLink, { params: { id } });
  expect(opened).toMatchObject({ hint: "For Grace", viewsLeft: 1 });
  expect(await openShared(opened.ciphertext, linkKey, passphrase, scrypt)).toBe(key("of_a_link"));
  expect(await ada.call(listTrustRules)).toMatchObject([
    {
      name: "Deploy billing",
      claims: { sub: "repo:acme/billing:ref:refs/heads/main" },
      projects: ["payments"],
      environments: ["production"],
      minutes: 60,
      liveKeys: 1,
    },
  ]);
  const members = await team.call(listMembers, { params: { id: known.teamId } });
  const grace = members.find(({ email }) => email === "grace@example.com");
  expect(grace).toMatchObject({ role: "editor", environments: ["staging", "production"] });
  expect(await team.call(listTrustRules)).toMatchObject([
    { name: "Deploy payments", makerId: grace?.userId, liveKeys: 0 },
  ]);
  expect((await ada.call(listAccessKeys)).map(({ name }) => name)).toEqual(["Billing", "CI", "Old", "Trap"]);
  expect((await team.call(listCategories)).map(({ name }) => name)).toEqual(["Gone", "SENDGRID_API_KEY", "Stripe"]);
  expect(await team.call(listInvitations, { params: { id: known.teamId } })).toMatchObject([
    { role: "reader", projects: ["payments"], email: "edsger@example.com" },
  ]);
});

test("all of it is sealed in the newest form by a rotation, and is what it was; its mails and messages leave", async () => {
  expect(await operate(dataDir, ["rotate"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^values get a new form[^\n]*\n30 values re-encrypted under /) as string,
  });
  expect(new Set(sealedValues().flatMap((sealed) => sealed.map((bytes) => bytes[0])))).toEqual(new Set([2]));
  await vault.stop();
  vault = await aVault({ dataDir, env: { ...env, ...mails.env } });
  ({ ada, team } = await signedIn(vault));
  await expectValues({ ada, team }, 43);

  const [invitation] = await mails.got("edsger@example.com");
  expect([invitation?.subject, tokenIn(invitation ?? { text: "" })]).toEqual([
    "Ada invites you to the team Payments",
    known.invited,
  ]);
  // Beside them, a new browser and what is due by now may be told.
  await expect
    .poll(() => mails.mails.filter(({ to }) => to.includes("ada@example.com")).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toEqual(
      expect.arrayContaining([
        "3 items are due in your vault",
        expect.stringMatching(/^The webhook to hooks\.invalid:\d+ was disabled$/),
      ]),
    );

  const receiver = await aReceiver();
  const { id, secret } = known.webhook;
  expect(await team.call(listWebhooks)).toMatchObject([{ disabledFor: "gone" }]);
  expect(await ada.call(listDeliveries, { params: { id } })).toMatchObject([
    { state: "pending" },
    { state: "delivered" },
  ]);
  await ada.call(updateWebhook, { params: { id }, body: { url: receiver.url } });
  const [message] = await receiver.got(1);
  if (!message) throw new Error("nothing came");
  expect([
    typeOf(message),
    Object(new Verifier(secret).verify(message.body, headersOf(message))).data.object.name,
  ]).toEqual(["category.create", "Not taken"]);
  await expect
    .poll(() => ada.call(listDeliveries, { params: { id } }), { timeout: 20_000 })
    .toMatchObject([{ state: "delivered", messageId: message.headers["webhook-id"] }, { state: "delivered" }]);
  await expectVerified(dataDir);
});

test("its backup restores to a vault whose values, keys, dates and chains are the same", async () => {
  const folder = aFolder();
  const { file } = formerBackup(folder, beforeToldDates);
  expect(await operate(folder, ["restore", file])).toMatchObject({ code: 0, err: "" });
  await expectVerified(folder, 25);
  const restored = await aVault({ dataDir: folder, env });
  const session = await signedIn(restored);
  await expectValues(session, 42);
  await expectKeys(restored);
  await expect.poll(() => dueIn(session.ada), { timeout: 20_000 }).toEqual(dueInOwn);
  await expect.poll(() => dueIn(session.team), { timeout: 20_000 }).toEqual(dueInTeam);
});
