import { randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, describe, expect, type MockInstance, test, vi } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { nextAuthOptions } from "@/lib/identity/next-auth";
import { parseAssertion } from "@/lib/identity/next-auth/passkey-provider";
import { authenticateSession } from "@/lib/http/cookies/session-cookie";
import { log } from "@/lib/log";
import * as passkeys from "@/lib/identity/passkeys";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/identity/second-factor";
import { addUser } from "@/lib/identity/accounts/users";
import { serveAuth } from "../../support/oidc/auth-server";
import { Authenticator } from "../../support/sign-in/authenticator";
import { Browser } from "../../support/browser/browser-login";
import { whoIs } from "../../support/oidc/oidc-journey";
import { openSession } from "../../support/sign-in/open-session";
import { requestFacts } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { signOwn } from "../../support/sign-in/signing";
import { codeAt, freshCode, wrongCode } from "../../support/sign-in/second-factor";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
let server: Awaited<ReturnType<typeof serveAuth>>;
beforeAll(async () => {
  own = await openOwnRuntime({ AUTH_ADDRESS_FAILURES_MAX: "1000" });
  server = await serveAuth((request, context) => (request.method === "GET" ? GET : POST)(request, context));
});
afterAll(async () => {
  await server.stop();
  await own.close();
});
const faults = vi.spyOn(log, "error").mockImplementation(() => {});
const warnings = vi.spyOn(log, "warn").mockImplementation(() => {});
afterEach(() => {
  faults.mockClear();
  warnings.mockClear();
});

const password = "not-a-real-password";
const aBrowser = (headers = {}) => new Browser(headers, server.baseUrl);
async function aUser(name: string | null = null) {
  const email = `${randomUUID()}@example.com`;
  return { email, id: await addUser({ email, name, password }) };
}
const sessionOf = async (browser: Browser) =>
  (await authenticateSession(browser.cookieHeader())) ?? expect.fail("nobody is signed in");
async function signIn(browser: Browser, fields: Record<string, string>, way = "credentials") {
  const response = await browser.post(`/api/auth/callback/${way}`, fields);
  const { url, code } = (await response.json()) as { url?: string; code?: string };
  // Only the response to a throttled caller is the API's own.
  expect([response.status, code !== undefined]).toEqual([response.status, response.status === 429]);
  return [response.status, code ?? new URL(url ?? "", server.baseUrl).searchParams.get("error")];
}

describe("signing in with a password", () => {
  test("starts a session that records the browser; the cookie carries its token and names the user", async () => {
    const { email, id } = await aUser("Ada");
    const browser = aBrowser({ "User-Agent": "Example/1", "X-Forwarded-For": "192.0.2.7" });
    expect(await signIn(browser, { email, password })).toEqual([200, null]);
    const { userId, sessionId } = await sessionOf(browser);
    expect(userId).toBe(id);
    expect(await own.db.session.findUnique({ where: { id: sessionId } })).toMatchObject({
      method: "password",
      userAgent: "Example/1",
      address: "192.0.2.7",
    });
    expect(await whoIs(browser)).toEqual({ id, email, name: "Ada" });
    const cookie = browser.sessionCookie();
    expect([cookie?.name, cookie?.attributes]).toEqual([
      "next-auth.session-token",
      expect.arrayContaining(["Path=/", "HttpOnly", "SameSite=Lax"]),
    ]);
    const token = await decode({ token: cookie?.value ?? "", secret: own.sessionSecret });
    expect(token).toMatchObject({ sub: id, sessionToken: expect.stringMatching(/^[\w-]{43}$/) });
    expect(JSON.stringify(token)).not.toContain("argon2");
    expect((token?.exp as number) - (token?.iat as number)).toBe(12 * 60 * 60);
  });

  test("behind TLS the cookie is Secure under its prefixed name", async () => {
    const { email } = await aUser();
    const browser = aBrowser({ "X-Forwarded-Proto": "https" });
    await signIn(browser, { email, password });
    expect([browser.sessionCookie()?.name, browser.sessionCookie()?.attributes.includes("Secure")]).toEqual([
      "__Host-next-auth.session-token",
      true,
    ]);
  });

  test("refuses a wrong password, an unknown address and missing fields in the same way, without a session", async () => {
    const { email } = await aUser();
    for (const fields of [
      { email, password: "a-wrong-password" },
      { email: `${randomUUID()}@example.com`, password },
      { email },
      { password },
      {},
    ]) {
      const browser = aBrowser();
      expect(await signIn(browser, fields as Record<string, string>)).toEqual([401, "CredentialsSignin"]);
      expect(browser.sessionCookie()).toBeUndefined();
    }
  });

  test("asks for the second factor's code once the password is right, and accepts no wrong one", async () => {
    const { email, id } = await aUser();
    const caller = await openSession(id);
    const { secret } = await beginSecondFactor(caller);
    await confirmSecondFactor(caller, { code: codeAt(secret) });
    const browser = aBrowser();
    expect(await signIn(browser, { email, password })).toEqual([401, "SECOND_FACTOR_REQUIRED"]);
    expect(await signIn(browser, { email, password, code: wrongCode(secret) })).toEqual([401, "SECOND_FACTOR_INVALID"]);
    expect(await signIn(browser, { email, password: "a-wrong-password", code: freshCode(secret) })).toEqual([
      401,
      "CredentialsSignin",
    ]);
    expect(await signIn(browser, { email, password, code: freshCode(secret) })).toEqual([200, null]);
    expect((await sessionOf(browser)).userId).toBe(id);
  });

  test("reads no more of a code than a code can have", async () => {
    const { email, id } = await aUser();
    const caller = await openSession(id);
    const { secret } = await beginSecondFactor(caller);
    await confirmSecondFactor(caller, { code: codeAt(secret) });
    expect(await signIn(aBrowser(), { email, password, code: `${freshCode(secret)}${" ".repeat(58)}x` })).toEqual([
      200,
      null,
    ]);
  });

  test("gets the API's 429 with the time to wait while throttled, even with the right password", async () => {
    const { email } = await aUser();
    for (let times = 0; times < 5; times += 1)
      expect(await signIn(aBrowser(), { email, password: "a-wrong-password" })).toEqual([401, "CredentialsSignin"]);
    const browser = aBrowser();
    const response = await browser.post("/api/auth/callback/credentials", { email, password });
    expect([response.status, Number(response.headers.get("Retry-After")) > 0, await response.json()]).toEqual([
      429,
      true,
      expect.objectContaining({ code: "TOO_MANY_ATTEMPTS" }),
    ]);
    expect(browser.sessionCookie()).toBeUndefined();
  });

  test("starts no session if the password changed while it was being verified", async () => {
    const { email, id } = await aUser();
    const { run } = own.writes;
    let sessions = 0;
    const changing = vi.spyOn(own.writes, "run").mockImplementation(async (write, records) => {
      // Others write too: what is cleaned up from time to time.
      if (write.sql.includes('into "Session"')) {
        sessions += 1;
        await own.db.user.update({ where: { id }, data: { passwordHash: "changed meanwhile" } });
        await signOwn(own, "User");
      }
      return run.call(own.writes, write, records);
    });
    const browser = aBrowser();
    expect(await signIn(browser, { email, password })).toEqual([401, "CredentialsSignin"]);
    expect([sessions, browser.sessionCookie()]).toEqual([1, undefined]);
    changing.mockRestore();
  });

  test("reports a database that can't respond with a code, and no internal text", async () => {
    const { email } = await aUser();
    const broken = vi.spyOn(own.db.user, "findUnique").mockRejectedValue(new Error("a text from below"));
    try {
      expect(await signIn(aBrowser(), { email, password })).toEqual([401, "UNAVAILABLE"]);
    } finally {
      broken.mockRestore();
    }
  });

  test("is off if the settings say so, and so are passkeys", async () => {
    const { email } = await aUser();
    own.settings.AUTH_PASSWORD_LOGIN = false;
    try {
      const browser = aBrowser();
      await browser.post("/api/auth/callback/credentials", { email, password });
      expect(browser.sessionCookie()).toBeUndefined();
      expect(
        nextAuthOptions({ facts: requestFacts(), onRefusal: () => {}, onConfirmed: () => {}, secure: false }).providers,
      ).toEqual([]);
    } finally {
      own.settings.AUTH_PASSWORD_LOGIN = true;
    }
    expect(
      nextAuthOptions({
        facts: requestFacts(),
        onRefusal: () => {},
        onConfirmed: () => {},
        secure: false,
      }).providers.map(({ options }) => [options?.["id"] ?? "credentials", options?.["name"]]),
    ).toEqual([
      ["credentials", "E-mail and password"],
      ["passkey", "Passkey"],
    ]);
  });
});

test("the list of providers names single sign-on if it is on, and not its second step", async () => {
  const ways = async () =>
    Object.entries(
      (await (await fetch(`${server.baseUrl}/api/auth/providers`)).json()) as Record<
        string,
        { name: string; type: string }
      >,
    ).map(([id, { name, type }]) => [id, name, type]);
  const ours = [
    ["credentials", "E-mail and password", "credentials"],
    ["passkey", "Passkey", "credentials"],
  ];
  expect(await ways()).toEqual(ours);
  Object.assign(own.settings, {
    AUTH_OIDC_ISSUER: "https://login.example.com",
    AUTH_OIDC_CLIENT_ID: "vault",
    AUTH_OIDC_CLIENT_SECRET: "not-a-real-client-secret",
    AUTH_OIDC_NAME: "Example Login",
  });
  try {
    expect(await ways()).toEqual([...ours, ["oidc", "Example Login", "oauth"]]);
  } finally {
    for (const name of [
      "AUTH_OIDC_ISSUER",
      "AUTH_OIDC_CLIENT_ID",
      "AUTH_OIDC_CLIENT_SECRET",
      "AUTH_OIDC_NAME",
    ] as const)
      delete own.settings[name];
  }
});

describe("signing in with a passkey", () => {
  const site = () => ({ rpId: new URL(server.baseUrl).hostname, origins: [server.baseUrl] });
  async function aUserWithPasskey() {
    const user = await aUser("Grace");
    const caller = await openSession(user.id);
    const authenticator = new Authenticator(server.baseUrl);
    await passkeys.createPasskey(
      caller,
      { name: "Phone", credential: authenticator.attest(await passkeys.beginPasskey(caller, site())) },
      site(),
    );
    return { ...user, authenticator };
  }
  const answerOf = async (authenticator: Authenticator) =>
    JSON.stringify(authenticator.assert(await passkeys.beginPasskeySignIn(site(), "192.0.2.9")));

  test("is a complete sign-in, and the session records the method", async () => {
    const { id, email, authenticator } = await aUserWithPasskey();
    const browser = aBrowser({ "User-Agent": "Example/3", "X-Forwarded-For": "192.0.2.9" });
    expect(await signIn(browser, { credential: await answerOf(authenticator) }, "passkey")).toEqual([200, null]);
    expect(await whoIs(browser)).toEqual({ id, email, name: "Grace" });
    const { sessionId } = await sessionOf(browser);
    expect(await own.db.session.findUnique({ where: { id: sessionId } })).toMatchObject({
      method: "passkey",
      userAgent: "Example/3",
      address: "192.0.2.9",
    });
  });

  test("with a repeated response, or none, signs nobody in", async () => {
    const { authenticator } = await aUserWithPasskey();
    const credential = await answerOf(authenticator);
    await signIn(aBrowser(), { credential }, "passkey");
    expect(await signIn(aBrowser(), { credential }, "passkey")).toEqual([401, "PASSKEY_REFUSED"]);
    for (const nothing of ["", "{", "{}"])
      expect(await signIn(aBrowser(), { credential: nothing }, "passkey")).toEqual([401, "CredentialsSignin"]);
    const broken = vi.spyOn(own.db.user, "findUniqueOrThrow").mockRejectedValue(new Error("a text from below"));
    expect(await signIn(aBrowser(), { credential: await answerOf(authenticator) }, "passkey")).toEqual([
      401,
      "UNAVAILABLE",
    ]);
    broken.mockRestore();
  });

  test("that is removed while it signs in starts no session, wherever the sign-in has got to", async () => {
    const { oneTimeChallenge, user } = own.db;
    const [spend, find] = [oneTimeChallenge.deleteMany.bind(oneTimeChallenge), user.findUniqueOrThrow.bind(user)];
    // The challenge is spent before the passkey's last use is written, and the user is found behind that.
    for (const [step, real] of [
      [vi.spyOn(oneTimeChallenge, "deleteMany"), spend],
      [vi.spyOn(user, "findUniqueOrThrow"), find],
    ] as [MockInstance, (given: unknown) => unknown][]) {
      const { id, authenticator } = await aUserWithPasskey();
      const credential = await answerOf(authenticator);
      // Of the sign-in by which the passkey was made.
      const sessions = await own.db.session.count({ where: { userId: id } });
      step.mockImplementationOnce(async (given: unknown) => {
        await own.db.passkey.deleteMany({ where: { userId: id } });
        return real(given);
      });
      expect(await signIn(aBrowser(), { credential }, "passkey")).toEqual([401, "PASSKEY_REFUSED"]);
      expect(step).toHaveBeenCalled();
      step.mockRestore();
      expect(await own.db.session.count({ where: { userId: id } })).toBe(sessions);
    }
  });

  test("replaces the second factor's code, if it belongs to the same user", async () => {
    const [ada, eve] = [await aUserWithPasskey(), await aUserWithPasskey()];
    const caller = await openSession(ada.id);
    const { secret } = await beginSecondFactor(caller);
    await confirmSecondFactor(caller, { code: codeAt(secret) });
    expect(
      await signIn(aBrowser(), { email: ada.email, password, passkey: await answerOf(eve.authenticator) }),
    ).toEqual([401, "SECOND_FACTOR_INVALID"]);
    expect(
      await signIn(aBrowser(), { email: ada.email, password, passkey: await answerOf(ada.authenticator) }),
    ).toEqual([200, null]);
  });

  test.each([undefined, null, 7, "", "{", "null", "[]", "{}", '{"id":"a"}'])(
    "%j is not an authenticator's response",
    (field) => {
      expect(parseAssertion(field)).toBeNull();
    },
  );

  test("an authenticator's response is read completely, and nothing else with it", async () => {
    const { authenticator } = await aUserWithPasskey();
    const answer = authenticator.assert(await passkeys.beginPasskeySignIn(site(), "192.0.2.9"));
    expect(parseAssertion(JSON.stringify(answer))).toEqual(answer);
    expect(parseAssertion(JSON.stringify({ ...answer, stray: 1 }))).toBeNull();
  });
});

describe("a cookie", () => {
  test("of an ended session is ignored: next-auth sees nobody", async () => {
    const { email, id } = await aUser();
    const browser = aBrowser();
    await signIn(browser, { email, password });
    const { sessionId } = await sessionOf(browser);
    await own.db.session.delete({ where: { id: sessionId } });
    expect(await whoIs(browser)).toBeUndefined();
    const forged = aBrowser();
    for (const token of [{ sub: id }, { sub: id, sessionToken: "unknown" }]) {
      forged.cookies.set("next-auth.session-token", {
        value: await encode({ token, secret: own.sessionSecret }),
        attributes: [],
      });
      expect(await whoIs(forged)).toBeUndefined();
    }
    forged.cookies.set("next-auth.session-token", { value: "abc", attributes: [] });
    expect(await whoIs(forged)).toBeUndefined();
  });

  test("gives the user's current data, not those of the sign-in", async () => {
    const { email, id } = await aUser("Before");
    const browser = aBrowser();
    await signIn(browser, { email, password });
    await own.db.user.update({ where: { id }, data: { name: "After" } });
    expect(await whoIs(browser)).toEqual({ id, email, name: "After" });
  });

  test("is neither set nor removed by asking who is signed in: a late response must not undo a re-authentication", async () => {
    const { email } = await aUser();
    const browser = aBrowser();
    await signIn(browser, { email, password });
    const { sessionId } = await sessionOf(browser);
    const ofSession = async () =>
      (await browser.fetch("/api/auth/session")).headers
        .getSetCookie()
        .filter((line) => line.includes("session-token"));
    expect(await ofSession()).toEqual([]);
    await own.db.session.delete({ where: { id: sessionId } });
    expect(await ofSession()).toEqual([]);
  });

  test("tells when its session ends, in any case and without a request; asking does not extend it", async () => {
    const { email } = await aUser();
    const browser = aBrowser();
    await signIn(browser, { email, password });
    const { sessionId: id } = await sessionOf(browser);
    const lastSeenAt = new Date(Date.now() - 20 * 60_000);
    const { expiresAt } = await own.db.session.update({ where: { id }, data: { lastSeenAt } });
    await signOwn(own, "Session");
    for (let times = 0; times < 2; times += 1) {
      expect(await (await browser.fetch("/api/auth/session")).json()).toMatchObject({
        expires: expiresAt.toISOString(),
        idleExpires: new Date(lastSeenAt.getTime() + 30 * 60_000).toISOString(),
      });
    }
    expect((await own.db.session.findUniqueOrThrow({ where: { id } })).lastSeenAt).toEqual(lastSeenAt);
  });

  test("signing out ends the session itself, not only the browser's cookie", async () => {
    const { email } = await aUser();
    const browser = aBrowser();
    await signIn(browser, { email, password });
    const kept = browser.cookieHeader();
    await browser.signOut();
    expect([browser.sessionCookie(), await authenticateSession(kept)]).toEqual([undefined, null]);
  });

  test("that could not be read, or whose session could not be ended, stays: the answer says to try again", async () => {
    const { email, id } = await aUser();
    const browser = aBrowser();
    await signIn(browser, { email, password });
    const kept = browser.cookieHeader();
    const failing = async (broken: MockInstance, ask: () => Promise<Response>) => {
      const response = await ask();
      broken.mockRestore();
      const { code } = (await response.json()) as { code?: string };
      return [response.status, code, response.headers.get("Retry-After"), browser.cookieHeader() === kept];
    };
    const unreadable = () => vi.spyOn(own.reads, "get").mockRejectedValue(new Error("a text from below"));
    const unwritable = vi.spyOn(own.db, "$transaction").mockRejectedValue(new Error("a text from below"));
    const { csrfToken } = (await (await browser.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const signOut = () =>
      browser.fetch("/api/auth/signout", { method: "POST", body: new URLSearchParams({ csrfToken, json: "true" }) });
    const unavailable = [503, "UNAVAILABLE", "1", true];
    expect(await failing(unwritable, signOut)).toEqual(unavailable);
    expect(await failing(unreadable(), signOut)).toEqual(unavailable);
    expect(await failing(unreadable(), () => browser.fetch("/api/auth/session"))).toEqual(unavailable);
    expect((await whoIs(browser))?.id).toBe(id);
    await browser.signOut();
    expect(await authenticateSession(kept)).toBeNull();
  });
});

describe("next-auth's configuration", () => {
  const options = () =>
    nextAuthOptions({ facts: requestFacts(), onRefusal: () => {}, onConfirmed: () => {}, secure: false });

  test.each([
    ["/envs?a=b", "http://vault.example.com/envs?a=b"],
    ["http://vault.example.com/envs", "http://vault.example.com/envs"],
    ["https://vault.example.com/envs", "http://vault.example.com"],
    ["https://elsewhere.example/x", "http://vault.example.com"],
    ["//elsewhere.example/x", "http://vault.example.com"],
    ["javascript:alert(1)", "http://vault.example.com"],
    ["http://[", "http://vault.example.com"],
  ])("%s as a return address leads to %s", async (url, expected) => {
    expect(await options().callbacks?.redirect?.({ url, baseUrl: "http://vault.example.com" })).toBe(expected);
  });

  test("its pages are the vault's own", () => {
    expect(options().pages).toEqual({ signIn: "/login", error: "/login", signOut: "/settings" });
  });

  test("its errors are logged by code and kind, without a message that may quote what was sent", () => {
    const secret = "not-a-real-secret";
    options().logger?.error?.("JWT_SESSION_ERROR", { error: new TypeError(secret) } as never);
    options().logger?.error?.("OTHER", new RangeError(secret));
    options().logger?.warn?.("NO_SECRET");
    options().logger?.debug?.("anything", { secret });
    expect(faults.mock.calls).toEqual([
      [{ event: "next-auth", code: "JWT_SESSION_ERROR", error: expect.objectContaining({ name: "TypeError" }) }],
      [{ event: "next-auth", code: "OTHER", error: expect.objectContaining({ name: "RangeError" }) }],
    ]);
    expect(warnings.mock.calls).toEqual([[{ event: "next-auth", code: "NO_SECRET" }]]);
    expect(JSON.stringify(faults.mock.calls)).not.toContain(secret);
  });

  test("a sign-in by password or passkey does not depend on the provider; one at the provider depends on it alone", async () => {
    const admit = vi.fn(async () => "/elsewhere");
    const { callbacks } = nextAuthOptions({
      facts: requestFacts(),
      onRefusal: () => {},
      onConfirmed: () => {},
      secure: false,
      oidc: { provider: { id: "oidc" } as never, admit },
    });
    const signingIn = (provider: string) =>
      callbacks?.signIn?.({ account: { provider }, user: { id: "u" }, profile: { sub: "s" } } as never);
    expect([await signingIn("credentials"), await signingIn("passkey"), admit.mock.calls.length]).toEqual([
      true,
      true,
      0,
    ]);
    expect([await signingIn("oidc"), admit.mock.calls]).toEqual([
      "/elsewhere",
      [[{ user: { id: "u" }, profile: { sub: "s" } }]],
    ]);
  });

  test("a token without a session, and a user without one, get none", async () => {
    const { callbacks, events } = options();
    const token = { sub: "u", sessionToken: "kept" };
    expect(await callbacks?.jwt?.({ token, user: { id: "u" } } as never)).toBe(token);
    expect(await callbacks?.jwt?.({ token, user: { id: "u", sessionToken: "new" } } as never)).toEqual({
      sub: "u",
      sessionToken: "new",
    });
    expect(await callbacks?.session?.({ session: { expires: "then" }, token: {} } as never)).toEqual({
      expires: "then",
    });
    await events?.signOut?.({ token: {} } as never);
    await events?.signOut?.({} as never);
  });
});
