import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getAccount } from "@/lib/contracts/people/account";
import type { PasskeyOptions } from "@/lib/contracts/people/passkeys";
import { actor, aUser, password, tryToSignIn } from "../../../support/callers/actors";
import { Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { whoIs } from "../../../support/oidc/oidc-journey";
import { send } from "../../../support/http/raw";
import { newDataDir, removeDataDir, type RunningVault, startVault } from "../../../support/vaults/server";
import { aTeam, invite } from "../../../support/callers/teams";
import { freshCode, turnOnSecondFactor, wrongCode } from "../../../support/sign-in/second-factor";
import { changeStore, readStore } from "../../../support/vaults/store";
import { describeOnce, testOnce } from "../../../support/vaults/test-once";

let vault: RunningVault;
const dataDir = newDataDir();
const addressFailuresMax = 6;
beforeAll(async () => {
  vault = await startVault({
    dataDir,
    env: { TRUSTED_PROXIES: "127.0.0.1, 192.0.2.0/24", AUTH_ADDRESS_FAILURES_MAX: String(addressFailuresMax) },
  });
});
afterAll(async () => {
  await vault.stop();
  removeDataDir(dataDir);
});

let hosts = 0;
/** A client address for one test, reported by the tests as a trusted proxy. */
const anAddress = () => `198.51.100.${++hosts}`;
const aUserHere = () => aUser(vault.baseUrl);

type Answer = { status: number; code: unknown; retryAfterSeconds: number | null; text: string };

async function signingIn(
  email: string,
  secret: string,
  { from = anAddress(), code }: { from?: string; code?: string } = {},
): Promise<Answer> {
  const { response } = await tryToSignIn(email, secret, vault.baseUrl, {
    headers: { "X-Forwarded-For": from },
    ...(code === undefined ? {} : { code }),
  });
  const text = await response.text();
  const body = JSON.parse(text) as { code?: string; url?: string };
  const retryAfter = response.headers.get("Retry-After");
  return {
    status: response.status,
    code: body.code ?? new URL(body.url ?? "", "http://vault.invalid").searchParams.get("error"),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
    text,
  };
}

const wrong = "not-the-password";
async function failures(times: number, email: string, from?: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < times; at += 1) answers.push(await signingIn(email, wrong, from === undefined ? {} : { from }));
  return answers;
}

/** Ends the running delays, as if time had passed. */
const delaysEnd = () =>
  changeStore(vault, 'UPDATE "LoginThrottle" SET "blockedUntil" = ? WHERE "blockedUntil" IS NOT NULL', [
    "2001-01-01T00:00:00.000+00:00",
  ]);

const refused = { status: 401, code: "CredentialsSignin" };
const heldBack = { status: 429, code: "TOO_MANY_ATTEMPTS" };

describe("one account", () => {
  test("after 5 failures is throttled for everybody, even with the right password, and the reply says for how long; other accounts are not", async () => {
    const { email, session } = await aUserHere();
    const other = await aUserHere();
    for (const answer of await failures(5, email)) expect(answer).toMatchObject(refused);
    const answer = await signingIn(email, password);
    expect(answer).toMatchObject(heldBack);
    expect(answer.retryAfterSeconds).toBeGreaterThan(25);
    expect(answer.retryAfterSeconds).toBeLessThanOrEqual(30);
    expect(await signingIn(other.email, password)).toMatchObject({ status: 200 });
    expect(await session.call(getAccount)).toMatchObject({ email });
  });

  test("has its delay doubled by each further failure, up to 15 minutes", async () => {
    const { email } = await aUserHere();
    await failures(5, email);
    const delays = [];
    for (let more = 0; more < 7; more += 1) {
      delays.push((await signingIn(email, wrong)).retryAfterSeconds ?? 0);
      delaysEnd();
      expect(await signingIn(email, wrong)).toMatchObject(refused);
    }
    // Rounded up to tens, since a moment of each has passed.
    expect(delays.map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  test("counts no failure while it is throttled, and the right password after the delay resets the count", async () => {
    const { email } = await aUserHere();
    await failures(5, email);
    for (const answer of await failures(3, email)) expect(answer).toMatchObject(heldBack);
    delaysEnd();
    expect(await signingIn(email, password)).toMatchObject({ status: 200 });
    for (const answer of await failures(5, email)) expect(answer).toMatchObject(refused);
  });

  testOnce("is throttled however its address is spelt", async () => {
    const { email } = await aUserHere();
    for (const spelling of [email.toUpperCase(), ` ${email}`, `${email} `, email, email.toUpperCase()])
      expect(await signingIn(spelling, wrong)).toMatchObject(refused);
    expect(await signingIn(email, password)).toMatchObject(heldBack);
  });

  test("allows at most 5 of twelve concurrent guesses", async () => {
    const { email } = await aUserHere();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signingIn(email, wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test("counts wrong codes of the second factor, and knowing the password does not reset that count", async () => {
    const { email, session } = await aUserHere();
    const { secret } = await turnOnSecondFactor(session);
    for (let at = 0; at < 5; at += 1) {
      expect(await signingIn(email, password)).toMatchObject({ status: 401, code: "SECOND_FACTOR_REQUIRED" });
      expect(await signingIn(email, password, { code: wrongCode(secret) })).toMatchObject({
        status: 401,
        code: "SECOND_FACTOR_INVALID",
      });
    }
    expect(await signingIn(email, password, { code: freshCode(secret) })).toMatchObject(heldBack);
    delaysEnd();
    expect(await signingIn(email, password, { code: freshCode(secret) })).toMatchObject({ status: 200 });
  });

  test("forgets failures that are more than an hour old", async () => {
    const { email } = await aUserHere();
    await failures(4, email);
    const longAgo = new Date(Date.now() - 61 * 60_000).toISOString().replace("Z", "+00:00");
    changeStore(vault, 'UPDATE "LoginThrottle" SET "lastFailedAt" = ?', [longAgo]);
    for (const answer of await failures(5, email)) expect(answer).toMatchObject(refused);
  });

  test("is still throttled after the vault restarts", async () => {
    const { email } = await aUserHere();
    await failures(5, email);
    await vault.stop();
    vault = await startVault({
      dataDir,
      env: { TRUSTED_PROXIES: "127.0.0.1, 192.0.2.0/24", AUTH_ADDRESS_FAILURES_MAX: String(addressFailuresMax) },
    });
    expect(await signingIn(email, password)).toMatchObject(heldBack);
  });

  test("stores neither e-mail nor network address in clear text", async () => {
    const { email } = await aUserHere();
    await failures(1, email, "203.0.113.77");
    const rows = JSON.stringify(readStore({ dataDir }, 'SELECT * FROM "LoginThrottle"'));
    expect(rows).not.toContain(email);
    expect(rows).not.toContain("203.0.113.77");
  });
});

describeOnce("an unknown address", () => {
  test("gets byte for byte the same replies as a known one with a wrong password, throttling included", async () => {
    const { email } = await aUserHere();
    const unknown = `${randomUUID()}@example.com`;
    for (let at = 0; at < 5; at += 1) {
      const [known, other] = [await signingIn(email, wrong), await signingIn(unknown, wrong)];
      expect(other).toEqual(known);
      expect(known).toMatchObject(refused);
    }
    const [known, other] = [await signingIn(email, wrong), await signingIn(unknown, wrong)];
    expect([known.text, known.status]).toEqual([other.text, other.status]);
    expect(known).toMatchObject(heldBack);
  });
});

describe("one client address", () => {
  test("is throttled for every account after its own number of failures; another address is not", async () => {
    const from = anAddress();
    const { email } = await aUserHere();
    for (let at = 0; at < addressFailuresMax; at += 1)
      expect(await signingIn(`${randomUUID()}@example.com`, wrong, { from })).toMatchObject(refused);
    expect(await signingIn(email, password, { from })).toMatchObject(heldBack);
    expect(await signingIn(email, password)).toMatchObject({ status: 200 });
  });

  testOnce("waits twice as long after each further failure, up to 15 minutes", async () => {
    const from = anAddress();
    for (let at = 0; at < addressFailuresMax; at += 1) await signingIn(`${randomUUID()}@example.com`, wrong, { from });
    const delays = [];
    for (let more = 0; more < 7; more += 1) {
      delays.push((await signingIn(`${randomUUID()}@example.com`, wrong, { from })).retryAfterSeconds ?? 0);
      delaysEnd();
      expect(await signingIn(`${randomUUID()}@example.com`, wrong, { from })).toMatchObject(refused);
    }
    expect(delays.map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  test("keeps its count when somebody there signs in to their own account", async () => {
    const from = anAddress();
    const { email } = await aUserHere();
    for (let at = 0; at < addressFailuresMax; at += 1) {
      expect(await signingIn(`${randomUUID()}@example.com`, wrong, { from })).toMatchObject(refused);
      if (at < addressFailuresMax - 1)
        expect(await signingIn(email, password, { from })).toMatchObject({ status: 200 });
    }
    expect(await signingIn(email, password, { from })).toMatchObject(heldBack);
  });

  testOnce("is a whole IPv6 network of one subscriber", async () => {
    for (let host = 1; host <= addressFailuresMax; host += 1)
      expect(
        await signingIn(`${randomUUID()}@example.com`, wrong, { from: `2001:db8:0:1::${host.toString(16)}` }),
      ).toMatchObject(refused);
    expect(
      await signingIn(`${randomUUID()}@example.com`, wrong, { from: "2001:db8:0:1:ffff:ffff:ffff:ffff" }),
    ).toMatchObject(heldBack);
    expect(await signingIn(`${randomUUID()}@example.com`, wrong, { from: "2001:db8:0:2::1" })).toMatchObject(refused);
  });

  test("is throttled after too many registrations, whether their e-mail addresses were taken or not; its sign-ins and other addresses are not", async () => {
    const from = anAddress();
    const registering = (email: string, address = from) =>
      send(actor({ "X-Forwarded-For": address }, vault.baseUrl), "POST", "/api/auth/register", { email, password });
    const emails = Array.from({ length: addressFailuresMax - 1 }, () => `${randomUUID()}@example.com`);
    const [first = ""] = emails;
    for (const email of emails) expect(await registering(email)).toMatchObject({ status: 201 });
    expect(await registering(first)).toMatchObject({ status: 409 });
    for (const email of [first, `${randomUUID()}@example.com`])
      expect(await registering(email)).toMatchObject({ status: 429, json: { code: "TOO_MANY_ATTEMPTS" } });
    expect(await signingIn(first, password, { from })).toMatchObject({ status: 200 });
    expect(await registering(`${randomUUID()}@example.com`, anAddress())).toMatchObject({ status: 201 });
  });

  test("is not throttled by registrations that redeem an invitation: a team may join from one office", async () => {
    const from = anAddress();
    const team = await aTeam(vault.baseUrl);
    const registering = (invitation?: string) =>
      send(actor({ "X-Forwarded-For": from }, vault.baseUrl), "POST", "/api/auth/register", {
        email: `${randomUUID()}@example.com`,
        password,
        invitation,
      });
    for (let at = 0; at <= addressFailuresMax; at += 1)
      expect(await registering(await invite(team))).toMatchObject({ status: 201 });
    // Without one, or with one that does not work, each counts.
    for (let at = 1; at < addressFailuresMax; at += 1) expect(await registering()).toMatchObject({ status: 201 });
    expect(await registering("A".repeat(43))).toMatchObject({ status: 404 });
    expect(await registering(await invite(team))).toMatchObject({ status: 429 });
  });

  testOnce("can't be blamed on somebody else by a made-up header: the last untrusted address counts", async () => {
    const from = anAddress();
    for (let at = 0; at < addressFailuresMax; at += 1) {
      const invented =
        [`203.0.113.${at}, ${from}`, `203.0.113.${at}, ${from}, 192.0.2.9`, `not an address, ${from}`][at % 3] ?? "";
      expect(await signingIn(`${randomUUID()}@example.com`, wrong, { from: invented })).toMatchObject(refused);
    }
    expect(await signingIn(`${randomUUID()}@example.com`, wrong, { from })).toMatchObject(heldBack);
  });
});

describe("passkey challenges", () => {
  const asking = async (from: string) => {
    const response = await fetch(`${vault.baseUrl}/api/auth/passkey/options`, {
      method: "POST",
      headers: { "X-Forwarded-For": from },
    });
    return {
      status: response.status,
      retryAfterSeconds: Number(response.headers.get("Retry-After")),
      options: (await response.json()) as PasskeyOptions,
    };
  };
  const open = () => readStore({ dataDir }, 'SELECT "id" FROM "OneTimeChallenge"').length;

  test("are refused to an address that requested too many and used none; other addresses still get them, and its passwords are counted separately", async () => {
    const from = anAddress();
    const { email } = await aUserHere();
    const before = open();
    for (let at = 0; at < addressFailuresMax; at += 1) expect((await asking(from)).status).toBe(200);
    for (let at = 0; at < 3; at += 1) {
      const { status, retryAfterSeconds } = await asking(from);
      expect([status, retryAfterSeconds > 25, retryAfterSeconds <= 30]).toEqual([429, true, true]);
    }
    expect(open() - before).toBe(addressFailuresMax);
    expect((await asking(anAddress())).status).toBe(200);
    expect(await signingIn(email, password, { from })).toMatchObject({ status: 200 });
  });

  test("don't count once they are answered: somebody who signs in with each may continue", async () => {
    const from = anAddress();
    const { id, session } = await aUserHere();
    const authenticator = new Authenticator(vault.baseUrl);
    await authenticator.register(session);
    for (let at = 0; at <= addressFailuresMax; at += 1) {
      const browser = new Browser({ "X-Forwarded-For": from }, vault.baseUrl);
      await browser.post("/api/auth/callback/passkey", {
        credential: JSON.stringify(authenticator.assert((await asking(from)).options)),
      });
      expect((await whoIs(browser))?.id).toBe(id);
    }
  });
});

describe("re-authentication", () => {
  const proving = (session: Parameters<typeof send>[0], secret: string) =>
    send(session, "POST", "/api/account/reauthentication", { password: secret });

  test("is throttled after 5 failures by a count of its own, which sign-ins neither raise nor reset", async () => {
    const { email, session } = await aUserHere();
    await failures(5, email);
    expect((await proving(session, password)).status).toBe(204);
    for (let at = 0; at < 5; at += 1) expect((await proving(session, wrong)).status).toBe(400);
    const response = await session.fetch("/api/account/reauthentication", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ password }),
    });
    expect([response.status, Number(response.headers.get("Retry-After")) > 25]).toEqual([429, true]);
    expect(
      await send(session, "POST", "/api/account/password", {
        currentPassword: password,
        newPassword: "another-fake-password",
      }),
    ).toMatchObject({ status: 429 });
  });
});
