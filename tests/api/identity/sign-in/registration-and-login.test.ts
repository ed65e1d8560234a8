import { randomUUID } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { listEntries } from "@/lib/contracts/vault/entries";
import {
  type Actor,
  actor,
  anonymous,
  aUser,
  password,
  sharedBaseUrl,
  signIn,
  tryToSignIn,
} from "../../../support/callers/actors";
import { Browser } from "../../../support/browser/browser-login";
import { refusedField, send } from "../../../support/http/raw";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { readStore } from "../../../support/vaults/store";
import { testOnce } from "../../../support/vaults/test-once";

const { aVault } = ownVaults();
const newEmail = () => `${randomUUID()}@example.com`;
const registering = (body: unknown) => send(anonymous(), "POST", "/api/auth/register", body);

describe("registration", () => {
  test("creates an account that can sign in; the reply has id, email and name, and nothing of the password", async () => {
    const email = newEmail();
    const answer = await registering({ email, password, name: "  Ada  " });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), email, name: "Ada" });
    expect(answer.text).not.toMatch(/password|argon2/i);
    expect(await (await signIn(email, password)).call(listEntries)).toEqual([]);
    expect((await registering({ email: newEmail(), password })).json).toMatchObject({ name: null });
  });

  testOnce("stores what argon2 itself recognises as the password's hash, with 64 MiB and 3 passes", async () => {
    const vault = await aVault({ argon2: "real" });
    const email = newEmail();
    await send(anonymous(vault.baseUrl), "POST", "/api/auth/register", { email, password });
    const [row] = readStore(vault, 'SELECT "passwordHash" FROM "User" WHERE "email" = ?', [email]);
    const stored = String(row?.["passwordHash"]);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect([await verify(stored, password), await verify(stored, `${password} `)]).toEqual([true, false]);
  });

  test("does not sign in", async () => {
    const response = await anonymous().fetch("/api/auth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: newEmail(), password }),
    });
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, []]);
  });

  test("trims the address and turns it into lower case, and sign-in accepts it in any case", async () => {
    const email = newEmail();
    expect((await registering({ email: `  ${email.toUpperCase()} `, password })).json).toMatchObject({ email });
    for (const spelling of [email, email.toUpperCase(), ` ${email} `])
      expect(await (await signIn(spelling, password)).call(listEntries)).toEqual([]);
  });

  test("is refused for an address that has an account, in any case, and leaves that account unchanged", async () => {
    const { email, session } = await aUser();
    for (const spelling of [email, email.toUpperCase(), ` ${email}`]) {
      expect(await registering({ email: spelling, password: "another-fake-password" })).toMatchObject({
        status: 409,
        json: { code: "EMAIL_TAKEN" },
      });
    }
    expect((await tryToSignIn(email, "another-fake-password")).response.status).toBe(401);
    expect(await session.call(listEntries)).toEqual([]);
  });

  test("creates one account from eight concurrent requests with one address", async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => registering({ email, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test.each([
    ["no address", "email", { email: undefined }],
    ["an address without a host", "email", { email: "ada" }],
    ["an address with a line break", "email", { email: "ada@example.com\nbcc:x@example.com" }],
    ["an address of 255 characters", "email", { email: `${"a".repeat(243)}@example.com` }],
    ["no password", "password", { password: undefined }],
    ["a password of 9 characters", "password", { password: "x".repeat(9) }],
    ["a password of 201 characters", "password", { password: "x".repeat(201) }],
    ["a password that is no text", "password", { password: 1_234_567_890 }],
    ["an empty name", "name", { name: " " }],
    ["a name with NUL", "name", { name: "a\0b" }],
    ["a name with escape sequences", "name", { name: "x\u001b]0;title\u0007" }],
    ["a name of two lines", "name", { name: "x\nadmin@example.com  Operator" }],
    ["a name that turns the direction of writing", "name", { name: "x\u202egpj.exe" }],
    ["an address of the stand-in domain", "email", { email: "ada@no-address.invalid" }],
    ["an address of the stand-in domain in capitals", "email", { email: "Ada@No-Address.INVALID" }],
    ["a password of ten blanks", "password", { password: " ".repeat(10) }],
    ["a password of one letter, 200 times", "password", { password: "x".repeat(200) }],
    ["a password of NULs", "password", { password: "\0".repeat(12) }],
    ["a password of one letter between blanks", "password", { password: "a ".repeat(10) }],
    ["a password with a control character", "password", { password: "not-a-real\u001bpassword" }],
    ["a role of one's own choice", "role", { role: "admin" }],
    ["an id of one's own choice", "id", { id: randomUUID() }],
  ])("is refused for %s, names the field without quoting it, and creates no account", async (_, path, fault) => {
    const email = newEmail();
    const answer = await registering({ email, password, ...fault });
    expect(answer).toMatchObject(refusedField(path));
    expect(answer.text).not.toMatch(/xxxxxxxxx|1234567890|not-a-real/);
    expect((await tryToSignIn(email, password)).response.status).toBe(401);
  });

  testOnce("accepts passwords of 10 and of 200 characters in full and exactly, with spaces at both ends", async () => {
    for (const secret of [
      "10-letters",
      `${"long".repeat(49)}end!`,
      "  blanks at both ends  ",
      "пароль 비밀번호 🔑🔑",
    ]) {
      const email = newEmail();
      expect((await registering({ email, password: secret })).status).toBe(201);
      expect((await tryToSignIn(email, secret)).response.status).toBe(200);
      expect((await tryToSignIn(email, secret.slice(0, -1))).response.status).toBe(401);
      expect((await tryToSignIn(email, secret.trim() === secret ? ` ${secret}` : secret.trim())).response.status).toBe(
        401,
      );
    }
  });

  test("is refused if a browser says that another site sent it", async () => {
    const body = { email: newEmail(), password };
    const elsewhere: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site", Origin: sharedBaseUrl() },
    ];
    for (const headers of elsewhere) {
      expect(await send(actor(headers), "POST", "/api/auth/register", body)).toMatchObject({
        status: 403,
        json: { code: "CROSS_ORIGIN" },
      });
    }
    expect((await send(actor({ Origin: sharedBaseUrl() }), "POST", "/api/auth/register", body)).status).toBe(201);
  });
});

describe("signing in", () => {
  test("a wrong password and an unknown address get the same reply, without a session", async () => {
    const { email } = await aUser();
    const refusals = await Promise.all([
      tryToSignIn(email, "a-wrong-password"),
      tryToSignIn(newEmail(), password),
      tryToSignIn("no address", password),
      tryToSignIn(email, ""),
    ]);
    const seen = await Promise.all(
      refusals.map(async ({ response, cookies }) => [
        response.status,
        await response.text(),
        cookies.filter((cookie) => cookie.includes("session-token")),
      ]),
    );
    expect(seen[0]).toEqual([401, expect.stringContaining("CredentialsSignin"), []]);
    expect(new Set(seen.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
  });

  testOnce("without the CSRF token there is no session", async () => {
    const { email } = await aUser();
    const browser = new Browser();
    await browser.fetch("/api/auth/csrf");
    for (const csrfToken of ["", "0".repeat(64)]) {
      await browser.fetch("/api/auth/callback/credentials", {
        method: "POST",
        body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
      });
      expect(browser.sessionCookie()).toBeUndefined();
    }
  });

  testOnce(
    "the cookie is HttpOnly, SameSite=Lax and for the whole site; over plain HTTP it is not Secure",
    async () => {
      const { email } = await aUser();
      const browser = new Browser();
      expect((await browser.signIn(email, password)).status).toBe(200);
      const { name, attributes } = browser.sessionCookie() ?? { name: "", attributes: [] };
      expect([name, attributes]).toEqual([
        "next-auth.session-token",
        expect.arrayContaining(["Path=/", "HttpOnly", "SameSite=Lax"]),
      ]);
      expect(attributes.filter((attribute) => /^(Secure|Domain)/i.test(attribute))).toEqual([]);
    },
  );

  testOnce("behind TLS the cookie is Secure under its prefixed name, and it works", async () => {
    const { email } = await aUser();
    const browser = new Browser({ "X-Forwarded-Proto": "https" });
    expect((await browser.signIn(email, password)).status).toBe(200);
    const { name, attributes } = browser.sessionCookie() ?? { name: "", attributes: [] };
    expect([name, attributes]).toEqual([
      "__Host-next-auth.session-token",
      expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]),
    ]);
    // Every cookie that was set during the sign-in is bound to this host, for all of its paths, over TLS only.
    expect(browser.cookies.size).toBeGreaterThanOrEqual(3);
    for (const [each, { attributes: bound }] of browser.cookies)
      expect([each, bound.filter((attribute) => /^(Path|Secure|Domain)/i.test(attribute)).sort()]).toEqual([
        expect.stringMatching(/^__Host-/),
        ["Path=/", "Secure"],
      ]);
    const https = sharedBaseUrl().replace("http:", "https:");
    const created = await browser.fetch("/api/categories", {
      method: "POST",
      headers: { Origin: https, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "TLS", keyType: "json" }),
    });
    expect(created.status).toBe(201);
  });

  test("the session endpoint names the user, or nobody without a session; neither reply is cached", async () => {
    const { id, email, session } = await aUser();
    const known = await session.fetch("/api/auth/session");
    const unknown = await anonymous().fetch("/api/auth/session");
    expect(await known.json()).toEqual({
      user: { id, email, name: null },
      expires: expect.any(String),
      idleExpires: expect.any(String),
    });
    expect(await unknown.json()).toEqual({});
    for (const { headers } of [known, unknown]) expect(headers.get("Cache-Control")).toContain("no-store");
  });
});

describe("a session", () => {
  test("shows nothing of another user", async () => {
    const [one, two] = await Promise.all([aUser(), aUser()]);
    await one.session.call(createCategory, { body: { name: "mine", keyType: "json" } });
    expect([(await one.session.call(listCategories)).length, (await two.session.call(listCategories)).length]).toEqual([
      1, 0,
    ]);
  });

  test("ends when its user signs out, at once and for the old cookie too; the user's other sessions continue", async () => {
    const { email, session: other } = await aUser();
    const browser = new Browser();
    await browser.signIn(email, password);
    const old = actor({ Cookie: browser.cookieHeader(), Origin: sharedBaseUrl() });
    expect((await send(old, "GET", "/api/entries")).status).toBe(200);
    expect((await browser.signOut()).status).toBe(200);
    expect(browser.sessionCookie()).toBeUndefined();
    expect(await send(old, "GET", "/api/entries")).toMatchObject({ status: 401, json: { code: "AUTH_REQUIRED" } });
    expect(await (await old.fetch("/api/auth/session")).json()).toEqual({});
    expect((await send(other, "GET", "/api/entries")).status).toBe(200);
  });

  test("ends when the same browser signs in again, as anybody; another browser's session continues", async () => {
    const [one, two] = [await aUser(), await aUser()];
    const browser = new Browser();
    const olds: Actor[] = [];
    for (const { email } of [one, one, two]) {
      expect((await browser.signIn(email, password)).status).toBe(200);
      olds.push(actor({ Cookie: browser.cookieHeader(), Origin: sharedBaseUrl() }));
    }
    expect(
      await Promise.all([...olds, one.session].map(async (who) => (await send(who, "GET", "/api/entries")).status)),
    ).toEqual([401, 401, 200, 200]);
  });

  test("needs an unchanged cookie: a truncated, altered or invented one gives no session", async () => {
    const { session } = await aUser();
    const [, cookie = ""] = /session-token=(.*)$/.exec(session.headers.Cookie ?? "") ?? [];
    expect(cookie.length).toBeGreaterThan(100);
    const at = Math.floor(cookie.length / 2);
    const changed = cookie.slice(0, at) + (cookie[at] === "A" ? "B" : "A") + cookie.slice(at + 1);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"sub":"x","sessionToken":"x"}').toString("base64url")}.`;
    for (const value of [changed, cookie.slice(0, -1), unsigned, "", "x", "%00", "..."]) {
      for (const name of ["next-auth.session-token", "__Host-next-auth.session-token"]) {
        expect(
          await send(actor({ Cookie: `${name}=${value}`, Origin: sharedBaseUrl() }), "GET", "/api/entries"),
        ).toMatchObject({ status: 401, json: { code: "AUTH_REQUIRED" } });
      }
    }
  });
});
