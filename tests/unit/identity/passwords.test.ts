import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginSession, findSession } from "@/lib/auth/credentials/session";
import { hashPassword, isOutdatedHash, verifyPassword } from "@/lib/crypto/tokens/password";
import { reauthenticate, verifyLogin } from "@/lib/identity/login";
import { changePassword, resetPassword } from "@/lib/identity/passwords";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/identity/second-factor";
import { requestFacts } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { codeAt, wrongCode } from "../../support/sign-in/second-factor";
import { signOwn } from "../../support/sign-in/signing";
import { manyFailures } from "../../support/vaults/server";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime(manyFailures);
});
afterAll(() => own.close());

const password = "not-a-real-password";
const aUser = async (passwordHash: string | null) => {
  const user = await own.db.user.create({ data: { email: `${randomUUID()}@example.com`, passwordHash } });
  await signOwn(own, "User");
  return user;
};
const hashOf = async (id: string) =>
  (await own.db.user.findUniqueOrThrow({ where: { id }, omit: { passwordHash: false } })).passwordHash;
const signingIn = (email: string, secret: string) => verifyLogin({ email, password: secret, request: requestFacts() });
/** As an earlier version with less work might have made it. */
const weakHash = () => hash(password, { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });

describe("a hash that took less work than today's", () => {
  test("is replaced at sign-in, for the same password", async () => {
    const { id, email } = await aUser(await weakHash());
    expect(await signingIn(email, password)).toMatchObject({ id });
    const now = (await hashOf(id)) ?? "";
    expect(now).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await verifyPassword(now, password)).toBe(true);
  });

  test("stays after a wrong password", async () => {
    const weak = await weakHash();
    const { id, email } = await aUser(weak);
    expect(await signingIn(email, "not-the-password")).toBeNull();
    expect(await hashOf(id)).toBe(weak);
  });

  test("is recognised by memory and by passes; a hash with today's parameters stays", async () => {
    const today = await hashPassword(password);
    const { id, email } = await aUser(today);
    await signingIn(email, password);
    expect(await hashOf(id)).toBe(today);
    expect(isOutdatedHash(today)).toBe(false);
    for (const older of [
      today.replace("m=65536", "m=65535"),
      today.replace("t=3", "t=2"),
      "$argon2i$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA",
      "",
    ])
      expect(isOutdatedHash(older)).toBe(true);
    expect(isOutdatedHash(today.replace("m=65536", "m=131072"))).toBe(false);
  });
});

describe("an operator's reset", () => {
  test("sets the password, ends every session and ends throttling", async () => {
    const { id, email } = await aUser(await hashPassword(password));
    for (let failure = 1; failure <= 5; failure += 1) await signingIn(email, "not-the-password");
    await expect(signingIn(email, password)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    const tokens = [await beginSession(id, { method: "password" }), await beginSession(id, { method: "oidc" })];
    await resetPassword(id, "another-fake-password");
    expect(await signingIn(email, password)).toBeNull();
    expect(await signingIn(email, "another-fake-password")).toMatchObject({ id });
    for (const token of tokens) expect(await findSession(token)).toBeNull();
  });

  test.each(["short", "x".repeat(201), "1234567890"])("follows the same rules: %s changes nothing", async (refused) => {
    const before = await hashPassword(password);
    const { id } = await aUser(before);
    await expect(resetPassword(id, refused)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await hashOf(id)).toBe(before);
  });

  test("reports an unknown account", async () => {
    await expect(resetPassword(randomUUID(), password)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a change of the password", () => {
  test("clears nothing of what re-authentication counts: neither wrong codes nor wrong passwords", async () => {
    const { id } = await aUser(await hashPassword(password));
    const token = await beginSession(id, { method: "password" });
    const session = (await findSession(token)) ?? expect.fail("the session does not stand");
    const { secret } = await beginSecondFactor(session);
    await confirmSecondFactor(session, { code: codeAt(secret) });
    const guess = (code: string) => reauthenticate(session, { password, code }, null);
    const change = () => changePassword(session, { currentPassword: password, newPassword: password });
    for (let at = 0; at < 4; at += 1)
      await expect(guess(wrongCode(secret))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await change();
    await expect(guess(wrongCode(secret))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(guess(wrongCode(secret))).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    await expect(change()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  });
});

describe("an account without a password", () => {
  const callerOf = async (userId: string, provenAt: Date) => {
    const session = await findSession(await beginSession(userId, { method: "oidc" }));
    if (!session) throw new Error("the session does not stand");
    return { ...session, provenAt };
  };

  test("gets its first one only after a recent re-authentication", async () => {
    const { id, email } = await aUser(null);
    await expect(
      changePassword(await callerOf(id, new Date(Date.now() - 11 * 60_000)), { newPassword: password }),
    ).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
    expect(await hashOf(id)).toBeNull();
    await changePassword(await callerOf(id, new Date()), { newPassword: password });
    expect(await signingIn(email, password)).toMatchObject({ id });
  });

  test("can't sign in with any password", async () => {
    const { email } = await aUser(null);
    for (const secret of ["", password]) expect(await signingIn(email, secret)).toBeNull();
  });
});
