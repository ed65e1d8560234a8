import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listIdentities } from "@/lib/contracts/people/identities";
import { aUser } from "../../../support/callers/actors";
import { Browser } from "../../../support/browser/browser-login";
import { journey, seen, sessionOf, whoIs } from "../../../support/oidc/oidc-journey";
import { oidcVault } from "../../../support/oidc/oidc-vault";
import { operate } from "../../../support/programs/operator";
import { changeStore, readStore } from "../../../support/vaults/store";
import { toldOf } from "../../../support/rows/tampering";

const { vault } = await oidcVault();

const signedIn = async (subject: string) => {
  const browser = new Browser({}, vault.baseUrl);
  return { browser, page: seen(await journey(browser, { subject })), who: await whoIs(browser) };
};
const refusedFor = (code: string) => ({ page: { pathname: "/login", error: code }, who: undefined });

/** A person who signs in at the provider, and the row that identifies them. */
async function aPersonOfTheProvider() {
  const subject = randomUUID();
  const { who, browser } = await signedIn(subject);
  const [row] = readStore<{ id: string; issuer: string; mac: string }>(
    vault,
    'SELECT "id", "issuer", "mac" FROM "Account" WHERE "subject" = ?',
    [subject],
  );
  if (!who || !row) throw new Error("the provider's sign-in failed");
  return { subject, userId: who.id, browser, row };
}

/** Expects that the log and `verify` report the row, then deletes it, so that other tests don't see it. */
async function expectFound(id: string): Promise<void> {
  await toldOf(vault, "Account", id);
  expect(await operate(vault.dataDir, ["verify"])).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      `as the vault wrote them, 1 are not\n(.*\n)*  not as the vault wrote it: Account ${id}\n`,
    ) as string,
  });
  changeStore(vault, 'DELETE FROM "Account" WHERE "id" = ?', [id]);
  expect(await operate(vault.dataDir, ["verify"])).toMatchObject({ code: 0 });
}

test("an identity that was moved to another user signs in to nobody's account, and can neither re-authenticate nor be linked", async () => {
  const [thief, victim] = [await aPersonOfTheProvider(), await aUser(vault.baseUrl)];
  changeStore(vault, 'UPDATE "Account" SET "userId" = ? WHERE "id" = ?', [victim.id, thief.row.id]);
  expect(await signedIn(thief.subject)).toMatchObject(refusedFor("REGISTRATION_CLOSED"));
  const browser = new Browser({}, vault.baseUrl);
  await browser.signIn(victim.email, victim.password);
  const asVictim = (intent: string) =>
    journey(browser, { subject: thief.subject, fields: { intent, callbackUrl: "/settings" } });
  expect([seen(await asVictim("reauthenticate")).error, seen(await asVictim("link")).error]).toEqual([
    "OIDC_OTHER_IDENTITY",
    "IDENTITY_TAKEN",
  ]);
  await expectFound(thief.row.id);
});

test("an identity whose subject was changed is unknown under the old one, and gives the new one no access", async () => {
  const [victim, subject] = [await aPersonOfTheProvider(), randomUUID()];
  changeStore(vault, 'UPDATE "Account" SET "subject" = ? WHERE "id" = ?', [subject, victim.row.id]);
  expect(await signedIn(subject)).toMatchObject(refusedFor("REGISTRATION_CLOSED"));
  const { page, who } = await signedIn(victim.subject);
  expect(page).toEqual({ pathname: "/", error: null });
  expect(who?.id).not.toBe(victim.userId);
  await expectFound(victim.row.id);
});

test("an identity that was inserted, with another row's MAC or none, gives no access; without it the same person is a new user", async () => {
  const victim = await aPersonOfTheProvider();
  for (const mac of [victim.row.mac, null]) {
    const [id, subject] = [randomUUID(), randomUUID()];
    changeStore(
      vault,
      'INSERT INTO "Account" ("id", "userId", "issuer", "subject", "createdAt", "mac") VALUES (?, ?, ?, ?, ?, ?)',
      [id, victim.userId, victim.row.issuer, subject, "2026-11-22T00:00:00.000+00:00", mac],
    );
    expect(await signedIn(subject)).toMatchObject(refusedFor("REGISTRATION_CLOSED"));
    await expectFound(id);
    const { who } = await signedIn(subject);
    expect(who?.id).toMatch(/./);
    expect(who?.id).not.toBe(victim.userId);
  }
  expect((await sessionOf(victim.browser).call(listIdentities)).identities.map(({ subject }) => subject)).toEqual([
    victim.subject,
  ]);
  expect((await signedIn(victim.subject)).who?.id).toBe(victim.userId);
});
