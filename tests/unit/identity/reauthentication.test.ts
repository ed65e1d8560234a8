import { randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordReauthentication } from "@/lib/identity/reauthentication";
import { beginSession, findSession } from "@/lib/auth/credentials/session";
import { authenticateSession } from "@/lib/http/cookies/session-cookie";
import { hashToken } from "@/lib/crypto/tokens/token";
import { sessionCaller } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const name = "next-auth.session-token";
const minute = 60_000;
const refused = { code: "AUTH_REQUIRED" };

async function aSession(userId?: string) {
  const owner = userId ?? (await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } })).id;
  const token = await beginSession(owner, { method: "password" });
  const row = () => own.db.session.findUniqueOrThrow({ where: { id }, omit: { tokenHash: false } });
  const { id } = await own.db.session.findUniqueOrThrow({ where: { tokenHash: hashToken(token) } });
  return {
    userId: owner,
    token,
    id,
    caller: sessionCaller({ userId: owner, sessionId: id }),
    row,
    cookies: `${name}=${await encode({ token: { sub: owner, sessionToken: token }, secret: own.sessionSecret })}`,
  };
}

/** The cookie from a `Set-Cookie`, as the browser sends it. */
const sent = (setCookie: string) => setCookie.split(";")[0] ?? "";

test("a re-authentication gives the session its time and another token, and changes nothing else", async () => {
  const { id, caller, token, cookies, row, userId } = await aSession();
  const before = await row();
  const now = before.createdAt.getTime() + 20 * minute;
  const renewed = await recordReauthentication(caller, "password", cookies, now);
  const after = await row();
  expect(after).toEqual({ ...before, tokenHash: expect.any(String) as string, provenAt: new Date(now) });
  expect(after.tokenHash).not.toBe(before.tokenHash);
  expect([await findSession(token), await authenticateSession(cookies)]).toEqual([null, null]);
  expect(await authenticateSession(sent(renewed))).toMatchObject({ userId, sessionId: id, provenAt: new Date(now) });
});

test("the cookie is set as at sign-in, and ends with the session, however often its user re-authenticates", async () => {
  const { caller, cookies, row, userId } = await aSession();
  const { expiresAt } = await row();
  let held = cookies;
  for (const hours of [1, 11]) {
    const renewed = await recordReauthentication(
      caller,
      "password",
      held,
      expiresAt.getTime() - (12 - hours) * 60 * minute,
    );
    expect(renewed.split("; ").slice(1)).toEqual([
      "Path=/",
      `Expires=${expiresAt.toUTCString()}`,
      "HttpOnly",
      "SameSite=Lax",
    ]);
    held = sent(renewed);
    const token = await decode({ token: held.slice(name.length + 1), secret: own.sessionSecret });
    expect(token).toMatchObject({ sub: userId, sessionToken: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect((token?.exp as number) - (token?.iat as number)).toBe((12 - hours) * 60 * 60);
  }
});

test("behind TLS it has the prefixed name and is Secure", async () => {
  const { caller, cookies } = await aSession();
  const renewed = await recordReauthentication(caller, "password", `${name}=planted; __Host-${cookies}`);
  expect(renewed).toMatch(
    /^__Host-next-auth\.session-token=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test("of several concurrent ones with one token one succeeds: the others are refused, and its token is the session's", async () => {
  const { id, caller, cookies } = await aSession();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => recordReauthentication(caller, "password", cookies)),
  );
  const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(won).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(refused);
  expect((await authenticateSession(sent(won[0] ?? "")))?.sessionId).toBe(id);
});

test("the token of another session, an ended one or none re-authenticates and changes nothing", async () => {
  const mine = await aSession();
  const [sibling, theirs] = [await aSession(mine.userId), await aSession()];
  const before = await Promise.all([mine.row(), sibling.row(), theirs.row()]);
  for (const cookies of [sibling.cookies, theirs.cookies, null, "", `${name}=abc`])
    await expect(recordReauthentication(mine.caller, "password", cookies)).rejects.toMatchObject(refused);
  expect(await Promise.all([mine.row(), sibling.row(), theirs.row()])).toEqual(before);
  await own.db.session.delete({ where: { id: mine.id } });
  await expect(recordReauthentication(mine.caller, "password", mine.cookies)).rejects.toMatchObject(refused);
});
