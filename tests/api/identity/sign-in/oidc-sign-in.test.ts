import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listIdentities, unlinkIdentity } from "@/lib/contracts/people/identities";
import { beginPasskeySignIn } from "@/lib/contracts/people/passkeys";
import { isPlaceholderEmail } from "@/lib/contracts/people/placeholder-email";
import { listSessions } from "@/lib/contracts/people/sessions";
import { listTeams } from "@/lib/contracts/people/teams";
import { aUser, anonymous, password, tryToSignIn } from "../../../support/callers/actors";
import { Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { beginOidc, journey, returnTo, seen, sessionOf, whoIs } from "../../../support/oidc/oidc-journey";
import { ProviderVisit } from "../../../support/oidc/oidc-provider";
import { oidcVault } from "../../../support/oidc/oidc-vault";
import { freshCode, turnOnSecondFactor, wrongCode } from "../../../support/sign-in/second-factor";
import { aTeam, invite } from "../../../support/callers/teams";
import { seedUser } from "../../../support/vaults/seeded-user";
import { changeSigned } from "../../../support/sign-in/signing";
import { readStore } from "../../../support/vaults/store";

const { provider, vault, aVault } = await oidcVault();
const closed = await aVault({ env: { ...provider.env, AUTH_REGISTRATION: "closed" } });
const withoutPasswords = await aVault({ env: { ...provider.env, AUTH_PASSWORD_LOGIN: "false" } });

const aBrowser = (of = vault) => new Browser({}, of.baseUrl);
/** The page and code of a failure. */
const failure = (page: string, error: string) => ({ pathname: page, error });

describe("signing in at the provider", () => {
  test("turns an unknown subject into a new user, who is recognised the next time, and logs each sign-in", async () => {
    const subject = randomUUID();
    provider.people.set(subject, { email: `${subject}@Example.com`, email_verified: true, name: "Ada Lovelace" });
    const [first, second] = [aBrowser(), aBrowser()];
    expect((await journey(first, { subject, fields: { callbackUrl: "/vault?new=entry" } })).href).toBe(
      `${vault.baseUrl}/vault?new=entry`,
    );
    const user = await whoIs(first);
    expect(user).toEqual({ id: expect.any(String), email: `${subject}@example.com`, name: "Ada Lovelace" });
    await journey(second, { subject });
    expect(await whoIs(second)).toEqual(user);
    // A name that nobody could see is none.
    const unseen = randomUUID();
    provider.people.set(unseen, { email: `${unseen}@example.com`, email_verified: true, name: "\u200b\u2060" });
    const third = aBrowser();
    await journey(third, { subject: unseen });
    expect((await whoIs(third))?.name).toBeNull();
    await expect
      .poll(
        () =>
          vault.output().split(`"event":"signed-in","method":"oidc","secondFactor":"none","userId":"${user?.id}"`)
            .length - 1,
      )
      .toBe(2);
    // The cookie is as well protected as after a sign-in by password.
    expect(first.sessionCookie()?.attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Lax"]));
  });

  test("sends PKCE with S256, a state and a nonce, new ones each time, and asks only for a code", async () => {
    const before = provider.requests.length;
    await journey(aBrowser());
    await journey(aBrowser());
    const [first, second] = provider.requests.slice(before);
    expect(Object.fromEntries(first ?? [])).toEqual({
      client_id: "vault",
      scope: "openid email profile",
      response_type: "code",
      redirect_uri: `${vault.baseUrl}/api/auth/callback/oidc`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const name of ["code_challenge", "state", "nonce"]) expect(second?.get(name)).not.toBe(first?.get(name));
  });

  test("uses only cookies with the prefix __Host- behind TLS, ours included", async () => {
    const browser = new Browser({ "X-Forwarded-Proto": "https" }, vault.baseUrl);
    await beginOidc(browser);
    expect([...browser.cookies.keys()]).toEqual(
      expect.arrayContaining([
        "__Host-svc.oidc-intent",
        "__Host-next-auth.state",
        "__Host-next-auth.nonce",
        "__Host-next-auth.pkce.code_verifier",
      ]),
    );
    for (const [name, { attributes }] of browser.cookies)
      expect([name, attributes.filter((attribute) => /^(Path|Secure|Domain)/i.test(attribute)).sort()]).toEqual([
        expect.stringMatching(/^__Host-/),
        ["Path=/", "Secure"],
      ]);
  });

  test("creates one user if two browsers sign in with one new subject at once", async () => {
    const subject = randomUUID();
    const browsers = [aBrowser(), aBrowser(), aBrowser()];
    const callbacks = await Promise.all(
      browsers.map(async (browser) => new ProviderVisit().signIn(await beginOidc(browser), subject)),
    );
    await Promise.all(browsers.map((browser, index) => returnTo(browser, callbacks[index] as URL)));
    const ids = await Promise.all(browsers.map(async (browser) => (await whoIs(browser))?.id));
    expect([new Set(ids).size, typeof ids[0]]).toEqual([1, "string"]);
  });

  test("does not reach the provider without the form's CSRF token", async () => {
    const browser = aBrowser();
    const response = await browser.fetch("/api/auth/signin/oidc", {
      method: "POST",
      body: new URLSearchParams({ json: "true", csrfToken: "wrong" }),
    });
    expect(await response.text()).not.toContain(provider.issuer);
  });
});

describe("an identity is issuer and subject, never the e-mail address", () => {
  test("the verified address of somebody else's account gives no access to it", async () => {
    const victim = await aUser(vault.baseUrl);
    const subject = randomUUID();
    provider.people.set(subject, { email: victim.email, email_verified: true });
    const browser = aBrowser();
    await journey(browser, { subject });
    const user = await whoIs(browser);
    expect(user?.id).not.toBe(victim.id);
    expect(isPlaceholderEmail(user?.email ?? "")).toBe(true);
    expect((await tryToSignIn(victim.email, password, vault.baseUrl)).response.ok).toBe(true);
  });

  test.for([{ email_verified: false }, {}])(
    "an address that the provider does not vouch for (%o) is not used",
    async (claim) => {
      const subject = randomUUID();
      const email = `${subject}@example.com`;
      provider.people.set(subject, { email, ...claim });
      const browser = aBrowser();
      await journey(browser, { subject });
      expect(isPlaceholderEmail((await whoIs(browser))?.email ?? "")).toBe(true);
      // Its owner can still register it.
      const response = await anonymous(vault.baseUrl).fetch("/api/auth/register", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      expect(response.status).toBe(201);
    },
  );

  test("a changed address at the provider changes nothing here", async () => {
    const subject = randomUUID();
    provider.people.set(subject, { email: `${subject}@example.com`, email_verified: true });
    const [before, after] = [aBrowser(), aBrowser()];
    await journey(before, { subject });
    provider.people.set(subject, { email: `${randomUUID()}@example.com`, email_verified: true });
    await journey(after, { subject });
    expect(await whoIs(after)).toEqual(await whoIs(before));
  });

  test("the password form does not sign in to an account without a password", async () => {
    const subject = randomUUID();
    const email = `${subject}@example.com`;
    provider.people.set(subject, { email, email_verified: true });
    await journey(aBrowser(), { subject });
    for (const guess of ["", "null", password])
      expect((await tryToSignIn(email, guess, vault.baseUrl)).response.status).toBe(401);
  });
});

describe("an account with a second factor", () => {
  async function aSubjectWithCode() {
    const subject = randomUUID();
    const browser = aBrowser();
    await journey(browser, { subject });
    const session = sessionOf(browser);
    return { subject, session, user: await whoIs(browser), ...(await turnOnSecondFactor(session)) };
  }
  /** The page that the provider's response leads to, and the browser that is there. */
  async function atSecondStep(subject: string) {
    const browser = aBrowser();
    return { browser, page: await journey(browser, { subject, fields: { callbackUrl: "/envs" } }) };
  }
  async function sending(browser: Browser, fields: Record<string, string>) {
    const response = await browser.post("/api/auth/callback/second-step", fields);
    const { url, code } = (await response.json()) as { url?: string; code?: string };
    return { status: response.status, code: code ?? new URL(url ?? "", vault.baseUrl).searchParams.get("error") };
  }

  test("signs in only with its code, after the provider", async () => {
    const { subject, user, secret } = await aSubjectWithCode();
    const { browser, page } = await atSecondStep(subject);
    expect([page.pathname, Object.fromEntries(page.searchParams)]).toEqual(["/login", { step: "code", from: "/envs" }]);
    expect([browser.sessionCookie(), await whoIs(browser)]).toEqual([undefined, undefined]);
    expect(await sending(browser, {})).toEqual({ status: 401, code: "SECOND_FACTOR_REQUIRED" });
    expect(await sending(browser, { code: wrongCode(secret) })).toEqual({ status: 401, code: "SECOND_FACTOR_INVALID" });
    expect(await whoIs(browser)).toBeUndefined();
    expect((await sending(browser, { code: freshCode(secret) })).status).toBe(200);
    expect(await whoIs(browser)).toEqual(user);
    expect(await sessionOf(browser).call(listSessions)).toContainEqual(
      expect.objectContaining({ current: true, method: "oidc" }),
    );
  });

  test("can't be opened by a code without its own sign-in at the provider, nor by one used twice, nor after the identity was unlinked", async () => {
    const [ada, eve] = [await aSubjectWithCode(), await aSubjectWithCode()];
    const refused = { status: 401, code: "CredentialsSignin" };
    expect(await sending(aBrowser(), { code: freshCode(ada.secret) })).toEqual(refused);
    const { browser: foreign } = await atSecondStep(eve.subject);
    expect(await sending(foreign, { code: freshCode(ada.secret) })).toEqual({
      status: 401,
      code: "SECOND_FACTOR_INVALID",
    });

    const { browser } = await atSecondStep(ada.subject);
    expect((await sending(browser, { code: ada.recoveryCodes[0] ?? "" })).status).toBe(200);
    await browser.signOut();
    expect(await sending(browser, { code: ada.recoveryCodes[1] ?? "" })).toEqual(refused);

    const { browser: late } = await atSecondStep(ada.subject);
    changeSigned(vault, 'UPDATE "Account" SET "subject" = ? WHERE "subject" = ?', [randomUUID(), ada.subject]);
    expect(await sending(late, { code: ada.recoveryCodes[2] ?? "" })).toEqual(refused);
    for (const one of [foreign, browser, late]) expect(await whoIs(one)).toBeUndefined();
  });

  test("is throttled after five wrong codes, even for the right one", async () => {
    const { subject, secret } = await aSubjectWithCode();
    const { browser } = await atSecondStep(subject);
    for (let at = 0; at < 5; at += 1)
      expect(await sending(browser, { code: wrongCode(secret) })).toEqual({
        status: 401,
        code: "SECOND_FACTOR_INVALID",
      });
    expect(await sending(browser, { code: freshCode(secret) })).toEqual({ status: 429, code: "TOO_MANY_ATTEMPTS" });
    expect(await whoIs(browser)).toBeUndefined();
  });

  test("accepts its own passkey instead of the code, and nobody else's", async () => {
    const [ada, eve] = [await aSubjectWithCode(), await aSubjectWithCode()];
    const { browser } = await atSecondStep(ada.subject);
    const answerOf = async ({ session }: typeof ada) => {
      const authenticator = new Authenticator(vault.baseUrl);
      await authenticator.register(session);
      return JSON.stringify(authenticator.assert(await anonymous(vault.baseUrl).call(beginPasskeySignIn)));
    };
    expect(await sending(browser, { passkey: await answerOf(eve) })).toEqual({
      status: 401,
      code: "SECOND_FACTOR_INVALID",
    });
    expect((await sending(browser, { passkey: await answerOf(ada) })).status).toBe(200);
    expect(await whoIs(browser)).toEqual(ada.user);
  });
});

describe("settings", () => {
  test("with closed registration an unknown subject is refused, and no user is created", async () => {
    const browser = aBrowser(closed);
    expect(seen(await journey(browser))).toEqual(failure("/login", "REGISTRATION_CLOSED"));
    expect(await whoIs(browser)).toBeUndefined();
    expect(readStore(closed, 'SELECT "id" FROM "User"')).toEqual([]);
  });

  test("with closed registration an invitation lets one unknown subject in, and makes them a member", async () => {
    const team = await aTeam(closed.baseUrl);
    const fields = { intent: "join", invitation: await invite(team), callbackUrl: "/invitation" };
    const [browser, other] = [aBrowser(closed), aBrowser(closed)];
    const guess = { subject: randomUUID(), fields: { ...fields, invitation: "not-an-invitation" } };
    expect(seen(await journey(browser, guess))).toEqual(failure("/login", "REGISTRATION_CLOSED"));
    expect(seen(await journey(browser, { subject: randomUUID(), fields }))).toMatchObject({ error: null });
    expect(await sessionOf(browser).call(listTeams)).toMatchObject([{ id: team.id, role: "editor" }]);
    expect(seen(await journey(other, { subject: randomUUID(), fields }))).toEqual(
      failure("/login", "REGISTRATION_CLOSED"),
    );
    expect(readStore(closed, 'SELECT "id" FROM "User"')).toHaveLength(2);
  });

  test("AUTH_PASSWORD_LOGIN=false leaves only the provider", async () => {
    const browser = aBrowser(withoutPasswords);
    await journey(browser);
    expect(await whoIs(browser)).toBeDefined();
    expect(
      (
        await anonymous(withoutPasswords.baseUrl).fetch("/api/auth/register", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ email: "ada@example.com", password }),
        })
      ).status,
    ).toBe(403);
    // An account with a valid password from before the setting.
    const { email } = await seedUser(withoutPasswords.dataDir, { password, userAgent: "test" });
    expect(
      (await tryToSignIn(email, password, withoutPasswords.baseUrl)).cookies.some((cookie) =>
        /session-token=./.test(cookie),
      ),
    ).toBe(false);
  });

  test("AUTH_PASSWORD_LOGIN=false also turns off passkey sign-in, so a passkey does not count as a remaining method", async () => {
    const [browser, other] = [aBrowser(withoutPasswords), aBrowser(withoutPasswords)];
    await journey(browser);
    const session = sessionOf(browser);
    const authenticator = new Authenticator(withoutPasswords.baseUrl);
    await authenticator.register(session);
    await other.post("/api/auth/callback/passkey", {
      credential: JSON.stringify(
        authenticator.assert(await anonymous(withoutPasswords.baseUrl).call(beginPasskeySignIn)),
      ),
    });
    expect(await whoIs(other)).toBeUndefined();
    const [identity] = (await session.call(listIdentities)).identities;
    await expect(session.call(unlinkIdentity, { params: { id: identity?.id ?? "" } })).rejects.toMatchObject({
      code: "LAST_SIGN_IN_METHOD",
    });
  });

  test("without the settings, its paths are 404s", async () => {
    for (const [method, path] of [
      ["POST", "signin/oidc"],
      ["GET", "callback/oidc"],
      ["POST", "callback/second-step"],
    ] as const) {
      expect((await anonymous().fetch(`/api/auth/${path}`, { method })).status).toBe(404);
    }
  });

  test("the callback accepts only GET: a HEAD would spend the code", async () => {
    for (const method of ["HEAD", "POST"])
      expect((await anonymous(vault.baseUrl).fetch("/api/auth/callback/oidc", { method })).status).toBe(405);
  });
});
