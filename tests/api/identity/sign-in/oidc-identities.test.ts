import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { listIdentities, unlinkIdentity } from "@/lib/contracts/people/identities";
import { type Actor, aUser, password, signIn, type User } from "../../../support/callers/actors";
import { Browser } from "../../../support/browser/browser-login";
import { beginOidc, journey, returnTo, seen, sessionOf, whoIs } from "../../../support/oidc/oidc-journey";
import { ProviderVisit } from "../../../support/oidc/oidc-provider";
import { oidcVault } from "../../../support/oidc/oidc-vault";
import { expectRenewed } from "../../../support/sign-in/renewed-session";
import { changeSigned } from "../../../support/sign-in/signing";

const { provider, vault } = await oidcVault();

const aBrowser = () => new Browser({}, vault.baseUrl);
const link = { intent: "link", callbackUrl: "/settings?linked=1" };
const prove = { intent: "reauthenticate", callbackUrl: "/access-keys" };

/** A user with a password who is signed in with their own browser. */
async function aUserInBrowser(): Promise<{ user: User; browser: Browser; session: Actor }> {
  const user = await aUser(vault.baseUrl);
  const browser = aBrowser();
  await browser.signIn(user.email, user.password);
  return { user, browser, session: sessionOf(browser) };
}

/** As if the user had last authenticated an hour ago. */
const ageProofs = (userId: string | undefined) =>
  changeSigned(vault, 'UPDATE "Session" SET "provenAt" = ? WHERE "userId" = ?', [
    new Date(Date.now() - 3_600_000).toISOString().replace("Z", "+00:00"),
    userId,
  ]);
const makeKey = (session: Actor) => session.call(createAccessKey, { body: { name: "test", scopes: ["entries:read"] } });

describe("linking an identity to an account", () => {
  test("works inside a session: the identity can then sign in to that account", async () => {
    const { user, browser, session } = await aUserInBrowser();
    const subject = randomUUID();
    const token = browser.sessionCookie()?.value;
    expect((await journey(browser, { subject, fields: link })).href).toBe(`${vault.baseUrl}/settings?linked=1`);
    // The session is still the same.
    expect(browser.sessionCookie()?.value).toBe(token);
    expect(await session.call(listIdentities)).toEqual({
      provider: { issuer: provider.issuer, name: "Example Login" },
      identities: [{ id: expect.any(String), issuer: provider.issuer, subject, createdAt: expect.any(String) }],
    });
    const elsewhere = aBrowser();
    await journey(elsewhere, { subject });
    expect((await whoIs(elsewhere))?.id).toBe(user.id);
  });

  test("twice changes nothing the second time; another account's identity is refused", async () => {
    const [one, other] = [await aUserInBrowser(), await aUserInBrowser()];
    const subject = randomUUID();
    await journey(one.browser, { subject, fields: link });
    expect(seen(await journey(one.browser, { subject, fields: link }))).toEqual({ pathname: "/settings", error: null });
    expect((await one.session.call(listIdentities)).identities).toHaveLength(1);
    expect(seen(await journey(other.browser, { subject, fields: link }))).toEqual({
      pathname: "/settings",
      error: "IDENTITY_TAKEN",
    });
    expect((await other.session.call(listIdentities)).identities).toEqual([]);
  });

  test("does not even reach the provider without a session and a recent re-authentication", async () => {
    expect(seen(new URL(await beginOidc(aBrowser(), link), vault.baseUrl)).error).toBe("AUTH_REQUIRED");
    const { user, browser } = await aUserInBrowser();
    ageProofs(user.id);
    expect(seen(new URL(await beginOidc(browser, link), vault.baseUrl))).toEqual({
      pathname: "/settings",
      error: "REAUTHENTICATION_REQUIRED",
    });
  });

  test("does not reach it from a page of another user than the session's, who has signed in since", async () => {
    const [ada, bob] = [await aUser(vault.baseUrl), await aUser(vault.baseUrl)];
    const page = new Browser({ "X-Session-User": ada.id }, vault.baseUrl);
    await page.signIn(ada.email, ada.password);
    expect(new URL(await beginOidc(page, link)).origin).toBe(new URL(provider.issuer).origin);
    await page.signIn(bob.email, bob.password);
    expect(seen(new URL(await beginOidc(page, link), vault.baseUrl)).error).toBe("AUTH_REQUIRED");
    expect(seen(new URL(await beginOidc(page, prove), vault.baseUrl)).error).toBe("AUTH_REQUIRED");
  });

  test("works only in the session that started it", async () => {
    const [victim, attacker] = [await aUserInBrowser(), await aUserInBrowser()];
    const callback = await new ProviderVisit().signIn(await beginOidc(attacker.browser, link));
    // All of the attacker's cookies except the session, planted in the victim's browser.
    for (const [name, cookie] of attacker.browser.cookies)
      if (!name.endsWith("session-token")) victim.browser.cookies.set(name, cookie);
    expect(seen(await returnTo(victim.browser, callback))).toEqual({ pathname: "/login", error: "AUTH_REQUIRED" });
    expect((await victim.session.call(listIdentities)).identities).toEqual([]);
  });

  test("has no effect if the session ended in the meantime", async () => {
    const { browser, session } = await aUserInBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser, link));
    const cookie = browser.cookies.get("next-auth.session-token");
    const other = aBrowser();
    if (cookie) other.cookies.set("next-auth.session-token", cookie);
    await other.signOut();
    expect(seen(await returnTo(browser, callback))).toEqual({ pathname: "/login", error: "AUTH_REQUIRED" });
    await expect(session.call(listIdentities)).rejects.toMatchObject({ status: 401 });
  });

  test("has no effect on a later sign-in if it was abandoned, nor the reverse", async () => {
    const { user, browser } = await aUserInBrowser();
    await beginOidc(browser, link);
    await journey(browser);
    expect((await whoIs(browser))?.id).not.toBe(user.id);
    // The new sign-in ended the browser's former session.
    expect((await (await signIn(user.email, password, vault.baseUrl)).call(listIdentities)).identities).toEqual([]);
  });

  test("replaces a return address on another site", async () => {
    for (const callbackUrl of ["https://elsewhere.example/x", "//elsewhere.example/x", "/\\elsewhere.example/x"]) {
      const { browser } = await aUserInBrowser();
      expect((await journey(browser, { fields: { intent: "link", callbackUrl } })).origin).toBe(vault.baseUrl);
    }
  });
});

describe("unlinking", () => {
  test("an unlinked identity can no longer sign in", async () => {
    const { user, browser, session } = await aUserInBrowser();
    const subject = randomUUID();
    await journey(browser, { subject, fields: link });
    const [identity] = (await session.call(listIdentities)).identities;
    await session.call(unlinkIdentity, { params: { id: identity?.id ?? "" } });
    expect((await session.call(listIdentities)).identities).toEqual([]);
    const elsewhere = aBrowser();
    await journey(elsewhere, { subject });
    expect((await whoIs(elsewhere))?.id).not.toBe(user.id);
  });

  test("the last sign-in method can't be removed, even by two concurrent requests", async () => {
    const browser = aBrowser();
    await journey(browser);
    const session = sessionOf(browser);
    await journey(browser, { fields: link });
    const { identities } = await session.call(listIdentities);
    expect(identities).toHaveLength(2);
    const outcomes = await Promise.allSettled(
      identities.map(({ id }) => session.call(unlinkIdentity, { params: { id } })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { status: 400, code: "LAST_SIGN_IN_METHOD" },
    });
    expect((await session.call(listIdentities)).identities).toHaveLength(1);
  });

  test("an identity of a provider that is no longer configured is not a sign-in method", async () => {
    const browser = aBrowser();
    await journey(browser);
    await journey(browser, { fields: link });
    const session = sessionOf(browser);
    const [first, second] = (await session.call(listIdentities)).identities;
    changeSigned(vault, 'UPDATE "Account" SET "issuer" = ? WHERE "id" = ?', ["https://former.example", first?.id]);
    await expect(session.call(unlinkIdentity, { params: { id: second?.id ?? "" } })).rejects.toMatchObject({
      code: "LAST_SIGN_IN_METHOD",
    });
    await session.call(unlinkIdentity, { params: { id: first?.id ?? "" } });
  });

  test("somebody else's identity is a 404 and stays linked", async () => {
    const [one, other] = [await aUserInBrowser(), await aUserInBrowser()];
    await journey(one.browser, { fields: link });
    const [identity] = (await one.session.call(listIdentities)).identities;
    await expect(other.session.call(unlinkIdentity, { params: { id: identity?.id ?? "" } })).rejects.toMatchObject({
      status: 404,
      code: "IDENTITY_NOT_FOUND",
    });
    expect((await one.session.call(listIdentities)).identities).toHaveLength(1);
  });
});

describe("re-authenticating at the provider", () => {
  test("makes the authentication recent; the session stays the same with a new token, and the old token is refused", async () => {
    const browser = aBrowser();
    const [subject, visit] = [randomUUID(), new ProviderVisit()];
    await journey(browser, { subject, visit });
    const session = sessionOf(browser);
    ageProofs((await whoIs(browser))?.id);
    await expect(makeKey(session)).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
    const before = browser.sessionCookie();
    await expectRenewed(session, async () => {
      expect((await journey(browser, { subject, visit, fields: prove })).href).toBe(`${vault.baseUrl}/access-keys`);
      Object.assign(session.headers, sessionOf(browser).headers);
    });
    // Set as at sign-in. A unit test checks its end to the second.
    const kind = (cookie = browser.sessionCookie()) => [
      cookie?.name,
      cookie?.attributes.filter((attribute) => !attribute.startsWith("Expires=")).sort(),
    ];
    expect(kind()).toEqual(kind(before));
    expect(Object.fromEntries(provider.requests.at(-1) ?? [])).toMatchObject({ prompt: "login", max_age: "0" });
    await makeKey(session);
  });

  test("fails with another identity, linked elsewhere or not", async () => {
    const { user, browser, session } = await aUserInBrowser();
    await journey(browser, { fields: link });
    ageProofs(user.id);
    expect(seen(await journey(browser, { fields: prove }))).toEqual({
      pathname: "/settings",
      error: "OIDC_OTHER_IDENTITY",
    });
    await expect(makeKey(session)).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
  });

  test.for([{ auth_time: Math.floor(Date.now() / 1000) - 600 }, { auth_time: undefined }, { auth_time: "now" }])(
    "fails if the provider answers from an old session of its own (%o)",
    async (claims) => {
      const { user, browser, session } = await aUserInBrowser();
      const subject = randomUUID();
      await journey(browser, { subject, fields: link });
      ageProofs(user.id);
      const callback = await new ProviderVisit().signIn(await beginOidc(browser, prove), subject);
      provider.faults.claims = claims;
      const page = await returnTo(browser, callback);
      Reflect.deleteProperty(provider.faults, "claims");
      expect(seen(page)).toEqual({ pathname: "/settings", error: "OIDC_NOT_RECENT" });
      await expect(makeKey(session)).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
    },
  );

  test("can't be faked with the response of an ordinary sign-in", async () => {
    const { user, browser, session } = await aUserInBrowser();
    const [subject, visit] = [randomUUID(), new ProviderVisit()];
    await journey(browser, { subject, visit, fields: link });
    ageProofs(user.id);
    // The intent of an earlier request with the response of another.
    await beginOidc(browser, prove);
    const intent = browser.cookies.get("svc.oidc-intent");
    const callback = await visit.signIn(await beginOidc(browser), subject);
    if (intent) browser.cookies.set("svc.oidc-intent", intent);
    await returnTo(browser, callback);
    // It was a sign-in: it began a new session, and ended the one that the intent was for.
    await expect(makeKey(session)).rejects.toMatchObject({ code: "AUTH_REQUIRED" });
    expect(await whoIs(browser)).toMatchObject({ id: user.id });
  });
});
