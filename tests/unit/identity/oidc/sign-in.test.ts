import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { authenticateSession } from "@/lib/http/cookies/session-cookie";
import { log } from "@/lib/log";
import { reauthenticate } from "@/lib/identity/login";
import * as passkeys from "@/lib/identity/passkeys";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/identity/second-factor";
import { addUser } from "@/lib/identity/accounts/users";
import { serveAuth } from "../../../support/oidc/auth-server";
import { Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { oidcFaults } from "../../../support/oidc/oidc-faults";
import { beginOidc, journey, returnTo, seen, whoIs } from "../../../support/oidc/oidc-journey";
import { ProviderVisit, startOidcProvider, type TestProvider } from "../../../support/oidc/oidc-provider";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";
import { signOwn } from "../../../support/sign-in/signing";
import { codeAt, freshCode, wrongCode } from "../../../support/sign-in/second-factor";

let provider: TestProvider;
let own: Awaited<ReturnType<typeof openOwnRuntime>>;
let server: Awaited<ReturnType<typeof serveAuth>>;
beforeAll(async () => {
  provider = await startOidcProvider();
  own = await openOwnRuntime({ ...provider.env, AUTH_ADDRESS_FAILURES_MAX: "1000" });
  server = await serveAuth((request, context) => (request.method === "GET" ? GET : POST)(request, context));
});
afterAll(async () => {
  await server.stop();
  await own.close();
  await provider.stop();
});
afterEach(() => provider.mend());
const told = vi.spyOn(log, "info").mockImplementation(() => {});
vi.spyOn(log, "warn").mockImplementation(() => {});
vi.spyOn(log, "error").mockImplementation(() => {});
afterEach(() => told.mockClear());

const password = "not-a-real-password";
const aBrowser = (headers = {}) => new Browser(headers, server.baseUrl);
const failure = (pathname: string, error: string) => ({ pathname, error });
const link = { intent: "link", callbackUrl: "/settings?linked=1" };
const prove = { intent: "reauthenticate", callbackUrl: "/access-keys" };
const subjectsOf = async (userId: string) =>
  (await own.db.account.findMany({ where: { userId } })).map(({ subject }) => subject);
const sessionOf = async (browser: Browser) =>
  (await authenticateSession(browser.cookieHeader())) ?? expect.fail("nobody is signed in");

/** A signed-in user with a password. */
async function aUserInBrowser() {
  const email = `${randomUUID()}@example.com`;
  const id = await addUser({ email, name: null, password });
  const browser = aBrowser();
  expect((await browser.signIn(email, password)).status).toBe(200);
  return { id, browser };
}
const ageProofs = async (userId: string) => {
  await own.db.session.updateMany({ where: { userId }, data: { provenAt: new Date(Date.now() - 3_600_000) } });
  await signOwn(own, "Session");
};

describe("signing in at the provider", () => {
  test("turns an unknown subject into a user with the claims that the provider vouches for, who is recognised the next time", async () => {
    const subject = randomUUID();
    provider.people.set(subject, { email: `${subject}@Example.com`, email_verified: true, name: "Ada Lovelace" });
    const [first, second] = [aBrowser({ "User-Agent": "Example/1", "X-Forwarded-For": "192.0.2.7" }), aBrowser()];
    expect((await journey(first, { subject, fields: { callbackUrl: "/vault?new=entry" } })).href).toBe(
      `${server.baseUrl}/vault?new=entry`,
    );
    const user = await whoIs(first);
    expect(user).toEqual({ id: expect.any(String), email: `${subject}@example.com`, name: "Ada Lovelace" });
    expect(await own.db.account.findMany({ where: { userId: user?.id ?? "" } })).toMatchObject([
      { issuer: provider.issuer, subject },
    ]);
    const { sessionId } = await sessionOf(first);
    expect(await own.db.session.findUnique({ where: { id: sessionId } })).toMatchObject({
      method: "oidc",
      userAgent: "Example/1",
      address: "192.0.2.7",
    });
    await journey(second, { subject });
    expect(await whoIs(second)).toEqual(user);
    const requestId = expect.stringMatching(/^[\da-f-]{36}$/) as string;
    const signedIn = { event: "signed-in", method: "oidc", userId: user?.id, secondFactor: "none", requestId };
    expect(told.mock.calls).toEqual([[signedIn], [signedIn]]);
  });

  test("an address that the provider does not vouch for is not used", async () => {
    const subject = randomUUID();
    provider.people.set(subject, { email: `${subject}@example.com`, email_verified: false });
    const browser = aBrowser();
    await journey(browser, { subject });
    expect((await whoIs(browser))?.email).toMatch(/\.invalid$/);
  });

  test("e-mail and name in the ID token win over others", async () => {
    const subject = randomUUID();
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser), subject);
    provider.people.set(subject, { email: "elsewhere@example.com", email_verified: true });
    provider.faults.claims = { email: `${subject}@example.com`, email_verified: true, name: "Grace" };
    provider.faults.failing = { path: "/me", status: 503 };
    await returnTo(browser, callback);
    expect(await whoIs(browser)).toMatchObject({ email: `${subject}@example.com`, name: "Grace" });
  });

  test("the request asks only for a code, with its own PKCE, state and nonce, and for no re-authentication", async () => {
    const before = provider.requests.length;
    await journey(aBrowser());
    await journey(aBrowser());
    const [first, second] = provider.requests.slice(before);
    const random = expect.stringMatching(/^[\w-]{43}$/) as string;
    expect(Object.fromEntries(first ?? [])).toEqual({
      client_id: "vault",
      scope: "openid email profile",
      response_type: "code",
      redirect_uri: `${server.baseUrl}/api/auth/callback/oidc`,
      code_challenge_method: "S256",
      code_challenge: random,
      state: random,
      nonce: random,
    });
    for (const name of ["code_challenge", "state", "nonce"]) expect(second?.get(name)).not.toBe(first?.get(name));
  });

  test("a plain form, as a browser without scripts sends it, is redirected there and back", async () => {
    const browser = aBrowser();
    const { csrfToken } = (await (await browser.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const sent = () =>
      browser.fetch("/api/auth/signin/oidc", {
        method: "POST",
        body: new URLSearchParams({ csrfToken, callbackUrl: "/envs" }),
      });
    const response = await sent();
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      expect.stringContaining(`${provider.issuer}/auth?`),
    ]);
    provider.faults.metadataIssuer = "https://elsewhere.example";
    const refused = await sent();
    expect([refused.status, refused.headers.get("location")]).toEqual([
      302,
      "/login?error=OIDC_WRONG_ISSUER&from=%2Fenvs",
    ]);
  });
});

describe("each failure leads to a page that says what happened, is logged by its name, and signs nobody in", () => {
  test.for(oidcFaults)("%s", async ([, fault, code]) => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    Object.assign(provider.faults, fault());
    expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", code));
    expect(told.mock.calls).toContainEqual([{ event: "oidc-refused", code }]);
    expect([browser.sessionCookie(), await whoIs(browser)]).toEqual([undefined, undefined]);
  });

  test("a clock that is off by a few seconds causes no failure", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    provider.faults.claims = { exp: Math.floor(Date.now() / 1000) - 5 };
    expect((await returnTo(browser, callback)).pathname).toBe("/");
    expect(await whoIs(browser)).toBeDefined();
  });

  test("metadata in another issuer's name", async () => {
    provider.faults.metadataIssuer = "https://elsewhere.example";
    const page = new URL(await beginOidc(aBrowser(), { callbackUrl: "/envs" }), server.baseUrl);
    expect([page.pathname, Object.fromEntries(page.searchParams)]).toEqual([
      "/login",
      { error: "OIDC_WRONG_ISSUER", from: "/envs" },
    ]);
    expect(told.mock.calls).toEqual([[{ event: "oidc-refused", code: "OIDC_WRONG_ISSUER" }]]);
  });

  test("a code that was spent, an altered state, and a response for another browser", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser, { callbackUrl: "/envs" }));
    const again = aBrowser();
    for (const [name, cookie] of browser.cookies) again.cookies.set(name, cookie);
    const altered = new URL(callback);
    altered.searchParams.set("state", "A".repeat(43));
    const third = aBrowser();
    for (const [name, cookie] of browser.cookies) third.cookies.set(name, cookie);
    expect(seen(await returnTo(third, altered))).toEqual(failure("/login", "OIDC_STATE"));
    expect(seen(await returnTo(aBrowser(), callback))).toEqual(failure("/login", "OIDC_STATE"));
    await returnTo(browser, callback);
    const page = await returnTo(again, callback);
    expect([seen(page), page.searchParams.get("from")]).toEqual([failure("/login", "OIDC_CODE_USED"), "/envs"]);
    expect(await whoIs(again)).toBeUndefined();
  });

  test("a response in another issuer's name (RFC 9207)", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    callback.searchParams.set("iss", "https://elsewhere.example");
    expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", "OIDC_WRONG_ISSUER"));
  });

  test("a sign-in that was cancelled at the provider, or refused by it for another reason", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().cancel(await beginOidc(browser));
    expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", "OIDC_CANCELLED"));
    callback.searchParams.set("error", "server_error");
    expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", "OIDC_REFUSED"));
  });

  test("a client secret that the provider refuses, and an issuer that is not a provider", async () => {
    const { AUTH_OIDC_CLIENT_SECRET, AUTH_OIDC_ISSUER } = own.settings;
    try {
      own.settings.AUTH_OIDC_CLIENT_SECRET = "not-the-real-client-secret";
      expect(seen(await journey(aBrowser()))).toEqual(failure("/login", "OIDC_MISCONFIGURED"));
      own.settings.AUTH_OIDC_ISSUER = server.baseUrl;
      expect(seen(new URL(await beginOidc(aBrowser()), server.baseUrl)).pathname).toBe("/login");
    } finally {
      Object.assign(own.settings, { AUTH_OIDC_CLIENT_SECRET, AUTH_OIDC_ISSUER });
    }
  });

  test("closed registration, for an unknown subject", async () => {
    own.settings.AUTH_REGISTRATION = "closed";
    try {
      const browser = aBrowser();
      expect(seen(await journey(browser))).toEqual(failure("/login", "REGISTRATION_CLOSED"));
      expect(await whoIs(browser)).toBeUndefined();
    } finally {
      own.settings.AUTH_REGISTRATION = "open";
    }
  });
});

describe("asking the provider is counted first", () => {
  /** With these settings an address may begin 20, and begins with the last of them. */
  const crowd = 20;
  const from = (address: string) => aBrowser({ "X-Forwarded-For": address });
  const begun = async (browser: Browser, fields?: Record<string, string>) =>
    seen(new URL(await beginOidc(browser, fields), server.baseUrl));
  beforeAll(() => {
    own.settings.AUTH_ADDRESS_FAILURES_MAX = 1;
  });
  afterAll(() => {
    own.settings.AUTH_ADDRESS_FAILURES_MAX = 1000;
  });

  test("by address: after as many as came to nothing it is not asked, with or without the form's token", async () => {
    const address = "192.0.2.20";
    const browser = from(address);
    for (let at = 0; at < crowd; at += 1)
      await browser.fetch("/api/auth/signin/oidc", { method: "POST", body: new URLSearchParams({ json: "true" }) });
    const before = provider.discoveries();
    for (let at = 0; at < 3; at += 1) expect(await begun(browser)).toEqual(failure("/login", "TOO_MANY_ATTEMPTS"));
    expect(provider.discoveries()).toBe(before);
    expect((await begun(from("192.0.2.21"))).pathname).toBe("/auth");
  });

  test("and refunded once somebody has signed in: an office of any size shares an address", async () => {
    for (let at = 0; at < crowd; at += 1) {
      const browser = from("192.0.2.22");
      await journey(browser);
      expect(await whoIs(browser)).toBeDefined();
    }
  });

  test("and the last one that may begin may return", async () => {
    for (let at = 1; at < crowd; at += 1) await begun(from("192.0.2.24"));
    const browser = from("192.0.2.24");
    await journey(browser);
    expect(await whoIs(browser)).toBeDefined();
  });

  test("also of who returns: one sign-in that was begun can't be returned from again and again", async () => {
    const browser = from("192.0.2.23");
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    callback.searchParams.set("code", "not-a-real-code");
    const kept = new Map(browser.cookies);
    const codes: (string | null)[] = [];
    for (let at = 0; at <= crowd; at += 1) {
      for (const [name, cookie] of kept) browser.cookies.set(name, cookie);
      codes.push(seen(await returnTo(browser, callback)).error);
    }
    expect(codes.slice(0, -1)).toEqual(Array(crowd).fill("OIDC_CODE_USED"));
    expect(codes.at(-1)).toBe("TOO_MANY_ATTEMPTS");
  });

  test("in a session by itself, so that nobody else at the address can lock it out", async () => {
    const { browser } = await aUserInBrowser();
    for (let at = 0; at < crowd; at += 1) expect((await begun(browser, prove)).pathname).toBe("/auth");
    expect(await begun(browser, prove)).toEqual(failure("/settings", "TOO_MANY_ATTEMPTS"));
    const other = await aUserInBrowser();
    expect((await begun(other.browser, prove)).pathname).toBe("/auth");
  });

  test("but a return without the cookies of one that was begun is refused before", async () => {
    const before = provider.discoveries();
    for (const cookies of ["", "next-auth.state=a", "next-auth.state=a; next-auth.nonce=b"]) {
      const page = await returnTo(
        aBrowser({ Cookie: cookies }),
        new URL("/api/auth/callback/oidc?code=a&state=b", server.baseUrl),
      );
      expect(seen(page)).toEqual(failure("/login", "OIDC_STATE"));
    }
    expect(provider.discoveries()).toBe(before);
  });
});

describe("linking an identity to an account", () => {
  test("works inside a session, which stays the same: the identity can then sign in to that account", async () => {
    const { id, browser } = await aUserInBrowser();
    const subject = randomUUID();
    const token = browser.sessionCookie()?.value;
    expect((await journey(browser, { subject, fields: link })).href).toBe(`${server.baseUrl}/settings?linked=1`);
    expect([browser.sessionCookie()?.value, await subjectsOf(id)]).toEqual([token, [subject]]);
    expect(browser.cookies.get("svc.oidc-intent")?.value).toBe("");
    const elsewhere = aBrowser();
    await journey(elsewhere, { subject });
    expect((await whoIs(elsewhere))?.id).toBe(id);
    const other = await aUserInBrowser();
    expect(seen(await journey(other.browser, { subject, fields: link }))).toEqual(
      failure("/settings", "IDENTITY_TAKEN"),
    );
    expect(await subjectsOf(other.id)).toEqual([]);
  });

  test("without a return address leads to the settings", async () => {
    const { browser } = await aUserInBrowser();
    expect((await journey(browser, { fields: { intent: "link" } })).href).toBe(`${server.baseUrl}/settings`);
  });

  test("does not even reach the provider without a session and a recent re-authentication", async () => {
    expect(seen(new URL(await beginOidc(aBrowser(), link), server.baseUrl))).toEqual(
      failure("/login", "AUTH_REQUIRED"),
    );
    const { id, browser } = await aUserInBrowser();
    await ageProofs(id);
    expect(seen(new URL(await beginOidc(browser, link), server.baseUrl))).toEqual(
      failure("/settings", "REAUTHENTICATION_REQUIRED"),
    );
  });

  test("works only in the session that started it, while that is active", async () => {
    const [victim, attacker] = [await aUserInBrowser(), await aUserInBrowser()];
    const callback = await new ProviderVisit().signIn(await beginOidc(attacker.browser, link));
    for (const [name, cookie] of attacker.browser.cookies)
      if (!name.endsWith("session-token")) victim.browser.cookies.set(name, cookie);
    expect(seen(await returnTo(victim.browser, callback))).toEqual(failure("/login", "AUTH_REQUIRED"));
    expect(await subjectsOf(victim.id)).toEqual([]);

    const ended = await aUserInBrowser();
    const late = await new ProviderVisit().signIn(await beginOidc(ended.browser, link));
    await own.db.session.deleteMany({ where: { userId: ended.id } });
    expect(seen(await returnTo(ended.browser, late))).toEqual(failure("/login", "AUTH_REQUIRED"));
    expect(await subjectsOf(ended.id)).toEqual([]);
  });

  test("has no effect on a later sign-in if it was abandoned", async () => {
    const { id, browser } = await aUserInBrowser();
    await beginOidc(browser, link);
    expect(browser.cookies.get("svc.oidc-intent")?.value).not.toBe("");
    await journey(browser);
    expect((await whoIs(browser))?.id).not.toBe(id);
    expect(await subjectsOf(id)).toEqual([]);
  });

  test("uses a Secure cookie for the intent behind TLS", async () => {
    for (const [headers, secure] of [
      [{ "X-Forwarded-Proto": "https" }, true],
      [{}, false],
    ] as const) {
      const browser = aBrowser(headers);
      await beginOidc(browser);
      // Without an intent it removes one that was left behind.
      const cookie = browser.cookies.get(secure ? "__Host-svc.oidc-intent" : "svc.oidc-intent");
      expect([cookie?.value, cookie?.attributes.includes("Secure")]).toEqual(["", secure]);
    }
  });
});

describe("re-authenticating at the provider", () => {
  test("makes the authentication recent; the session stays the same with a new token", async () => {
    const browser = aBrowser();
    const [subject, visit] = [randomUUID(), new ProviderVisit()];
    await journey(browser, { subject, visit });
    const before = await sessionOf(browser);
    await ageProofs(before.userId);
    const old = browser.cookieHeader();
    expect((await journey(browser, { subject, visit, fields: prove })).href).toBe(`${server.baseUrl}/access-keys`);
    expect(Object.fromEntries(provider.requests.at(-1) ?? [])).toMatchObject({ prompt: "login", max_age: "0" });
    const after = await sessionOf(browser);
    expect([after.sessionId, Date.now() - after.provenAt.getTime() < 60_000]).toEqual([before.sessionId, true]);
    expect(await authenticateSession(old)).toBeNull();
  });

  const isProven = async (browser: Browser) => Date.now() - (await sessionOf(browser)).provenAt.getTime() < 60_000;

  test("fails with another identity, linked elsewhere or not", async () => {
    const { id, browser } = await aUserInBrowser();
    const theirs = randomUUID();
    await journey(aBrowser(), { subject: theirs });
    await ageProofs(id);
    for (const subject of [theirs, randomUUID()])
      expect(seen(await journey(browser, { subject, fields: prove }))).toEqual(
        failure("/settings", "OIDC_OTHER_IDENTITY"),
      );
    expect(await isProven(browser)).toBe(false);
  });

  test.for([{ auth_time: Math.floor(Date.now() / 1000) - 600 }, { auth_time: undefined }, { auth_time: "now" }])(
    "fails if the provider answers from an old session of its own (%o)",
    async (claims) => {
      const { id, browser } = await aUserInBrowser();
      const subject = randomUUID();
      await journey(browser, { subject, fields: link });
      await ageProofs(id);
      const callback = await new ProviderVisit().signIn(await beginOidc(browser, prove), subject);
      provider.faults.claims = claims;
      expect(seen(await returnTo(browser, callback))).toEqual(failure("/settings", "OIDC_NOT_RECENT"));
      expect(await isProven(browser)).toBe(false);
    },
  );

  test("can't be faked with the response of an ordinary sign-in", async () => {
    const { id, browser } = await aUserInBrowser();
    const [subject, visit] = [randomUUID(), new ProviderVisit()];
    await journey(browser, { subject, visit, fields: link });
    await ageProofs(id);
    const session = browser.cookies.get("next-auth.session-token");
    await beginOidc(browser, prove);
    const intent = browser.cookies.get("svc.oidc-intent");
    const callback = await visit.signIn(await beginOidc(browser), subject);
    if (intent) browser.cookies.set("svc.oidc-intent", intent);
    await returnTo(browser, callback);
    if (session) browser.cookies.set("next-auth.session-token", session);
    // It was an ordinary sign-in: the browser's former session has ended and was not re-authenticated.
    await expect(isProven(browser)).rejects.toThrow("nobody is signed in");
  });
});

describe("an account with a second factor", () => {
  async function aSubjectWithCode() {
    const subject = randomUUID();
    const browser = aBrowser();
    await journey(browser, { subject });
    const caller = await sessionOf(browser);
    const { secret } = await beginSecondFactor(caller);
    const { recoveryCodes } = await confirmSecondFactor(caller, { code: codeAt(secret) });
    return { subject, caller, userId: caller.userId, secret, recoveryCodes };
  }
  async function atSecondStep(subject: string, headers = {}) {
    const browser = aBrowser(headers);
    return { browser, page: await journey(browser, { subject, fields: { callbackUrl: "/envs" } }) };
  }
  async function sending(browser: Browser, fields: Record<string, string>) {
    const response = await browser.post("/api/auth/callback/second-step", fields);
    const { url, code } = (await response.json()) as { url?: string; code?: string };
    // Only the response to a throttled caller is the API's own.
    expect([response.status, code !== undefined]).toEqual([response.status, response.status === 429]);
    return { status: response.status, code: code ?? new URL(url ?? "", server.baseUrl).searchParams.get("error") };
  }

  test("signs in only with its code, after the provider", async () => {
    const { subject, userId, secret } = await aSubjectWithCode();
    const { browser, page } = await atSecondStep(subject, {
      "User-Agent": "Example/2",
      "X-Forwarded-For": "192.0.2.8",
    });
    expect([page.pathname, Object.fromEntries(page.searchParams)]).toEqual(["/login", { step: "code", from: "/envs" }]);
    expect([browser.sessionCookie(), await whoIs(browser)]).toEqual([undefined, undefined]);
    expect(await sending(browser, {})).toEqual({ status: 401, code: "SECOND_FACTOR_REQUIRED" });
    expect(await sending(browser, { code: wrongCode(secret) })).toEqual({ status: 401, code: "SECOND_FACTOR_INVALID" });
    expect((await sending(browser, { code: freshCode(secret) })).status).toBe(200);
    const { userId: signedIn, sessionId } = await sessionOf(browser);
    expect(signedIn).toBe(userId);
    expect(await own.db.session.findUnique({ where: { id: sessionId } })).toMatchObject({
      method: "oidc",
      userAgent: "Example/2",
      address: "192.0.2.8",
    });
  });

  test("can't be opened by a code without its own sign-in at the provider, nor after the identity was unlinked, nor twice with one sign-in", async () => {
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
    await own.db.account.deleteMany({ where: { subject: ada.subject } });
    expect(await sending(late, { code: ada.recoveryCodes[2] ?? "" })).toEqual(refused);
  });

  test("starts no session if the identity is unlinked while its code is checked", async () => {
    const { subject, secret, userId } = await aSubjectWithCode();
    const { browser } = await atSecondStep(subject);
    const before = await own.db.session.count({ where: { userId } });
    const meanwhile = vi.spyOn(own.db.accountTotp, "updateMany").mockImplementationOnce((async () => {
      await own.db.account.deleteMany({ where: { subject } });
      return { count: 1 };
    }) as never);
    expect((await sending(browser, { code: freshCode(secret) })).status).toBe(401);
    meanwhile.mockRestore();
    expect(await own.db.session.count({ where: { userId } })).toBe(before);
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
    const site = { rpId: new URL(server.baseUrl).hostname, origins: [server.baseUrl] };
    const [ada, eve] = [await aSubjectWithCode(), await aSubjectWithCode()];
    const answerOf = async ({ caller }: typeof ada) => {
      const authenticator = new Authenticator(server.baseUrl);
      await passkeys.createPasskey(
        caller,
        { name: "Phone", credential: authenticator.attest(await passkeys.beginPasskey(caller, site)) },
        site,
      );
      return JSON.stringify(authenticator.assert(await passkeys.beginPasskeySignIn(site, "192.0.2.9")));
    };
    const { browser } = await atSecondStep(ada.subject);
    expect(await sending(browser, { passkey: await answerOf(eve) })).toEqual({
      status: 401,
      code: "SECOND_FACTOR_INVALID",
    });
    expect((await sending(browser, { passkey: await answerOf(ada) })).status).toBe(200);
    expect((await sessionOf(browser)).userId).toBe(ada.userId);
  });

  describe("re-authenticates at the provider only with its code:", () => {
    /** Somebody in a session of theirs who signed in again at the provider to confirm that it is them. */
    async function atConfirmation() {
      const person = await aSubjectWithCode();
      const { browser } = await atSecondStep(person.subject);
      expect((await sending(browser, { code: person.recoveryCodes[0] ?? "" })).status).toBe(200);
      await ageProofs(person.userId);
      const before = await sessionOf(browser);
      const page = await journey(browser, { subject: person.subject, fields: prove });
      return { ...person, browser, before, page };
    }
    const isProven = (session: { provenAt: Date }) => Date.now() - session.provenAt.getTime() < 60_000;

    test("the provider alone proves nothing; with the code the session stays the same, with a new token and its own end", async () => {
      const { browser, before, page, secret, userId } = await atConfirmation();
      const asked = { step: "confirm", from: "/access-keys" };
      expect([page.pathname, Object.fromEntries(page.searchParams)]).toEqual(["/login", asked]);
      expect(isProven(await sessionOf(browser))).toBe(false);
      expect(await sending(browser, {})).toEqual({ status: 401, code: "SECOND_FACTOR_REQUIRED" });
      expect(await sending(browser, { code: wrongCode(secret) })).toEqual({
        status: 401,
        code: "SECOND_FACTOR_INVALID",
      });
      expect(isProven(await sessionOf(browser))).toBe(false);
      const old = browser.cookieHeader();
      expect((await sending(browser, { code: freshCode(secret) })).status).toBe(200);
      const after = await sessionOf(browser);
      expect([after.sessionId, isProven(after)]).toEqual([before.sessionId, true]);
      expect(await authenticateSession(old)).toBeNull();
      const { expiresAt } = await own.db.session.findUniqueOrThrow({ where: { id: after.sessionId } });
      expect(browser.cookies.get("next-auth.session-token")?.attributes).toContain(
        `Expires=${expiresAt.toUTCString()}`,
      );
      expect(browser.cookies.get("svc.second-step")?.value).toBe("");
      const confirmed = await own.db.activity.findMany({
        where: { userId, action: "session.confirm", outcome: "done" },
      });
      expect(confirmed).toMatchObject([{ objectId: before.sessionId, objectName: "oidc" }]);
    });

    test("five wrong codes hold back this and every other re-authentication, but no sign-in", async () => {
      const { browser, caller, secret, subject, recoveryCodes } = await atConfirmation();
      for (let at = 0; at < 5; at += 1)
        expect(await sending(browser, { code: wrongCode(secret) })).toEqual({
          status: 401,
          code: "SECOND_FACTOR_INVALID",
        });
      const heldBack = { code: "TOO_MANY_ATTEMPTS" };
      expect(await sending(browser, { code: freshCode(secret) })).toEqual({ status: 429, ...heldBack });
      await expect(reauthenticate(caller, { password, code: freshCode(secret) }, null)).rejects.toMatchObject(heldBack);
      const { browser: other } = await atSecondStep(subject);
      expect((await sending(other, { code: recoveryCodes[1] ?? "" })).status).toBe(200);
    });

    test("its step belongs to the session that began it, while that is active", async () => {
      const { browser, subject, recoveryCodes, before } = await atConfirmation();
      const { browser: other } = await atSecondStep(subject);
      expect((await sending(other, { code: recoveryCodes[1] ?? "" })).status).toBe(200);
      const step = browser.cookies.get("svc.second-step") ?? expect.fail("the step was begun");
      expect(step.value).not.toBe("");
      other.cookies.set("svc.second-step", step);
      await ageProofs(before.userId);
      const refused = { status: 401, code: "CredentialsSignin" };
      expect(await sending(other, { code: recoveryCodes[2] ?? "" })).toEqual(refused);
      expect(isProven(await sessionOf(other))).toBe(false);
      await own.db.session.deleteMany({ where: { id: before.sessionId } });
      expect(await sending(browser, { code: recoveryCodes[2] ?? "" })).toEqual(refused);
      await expect(sessionOf(browser)).rejects.toThrow("nobody is signed in");
    });
  });

  test("reads no more of a code than a code can have", async () => {
    const { subject, secret } = await aSubjectWithCode();
    const { browser } = await atSecondStep(subject);
    expect((await sending(browser, { code: `${freshCode(secret)}${" ".repeat(58)}x` })).status).toBe(200);
  });

  test("reports a database that can't respond with a code, and no internal text", async () => {
    const { subject, secret } = await aSubjectWithCode();
    const { browser } = await atSecondStep(subject);
    const broken = vi.spyOn(own.db.account, "findUnique").mockRejectedValue(new Error("a text from below"));
    try {
      expect(await sending(browser, { code: freshCode(secret) })).toEqual({ status: 401, code: "UNAVAILABLE" });
    } finally {
      broken.mockRestore();
    }
  });
});
