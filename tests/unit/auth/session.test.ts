import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { factsOf } from "@/lib/auth/activity/activity";
import type { RequestFacts } from "@/lib/auth/caller";
import {
  beginSession,
  findSession,
  lookUpSession,
  sessionIdleMsMax,
  sessionSecondsMax,
} from "@/lib/auth/credentials/session";
import { endSession } from "@/lib/auth/credentials/sign-out";
import { authenticateSession } from "@/lib/http/cookies/session-cookie";
import { hashToken } from "@/lib/crypto/tokens/token";
import { log } from "@/lib/log";
import { countWrites, openOwnRuntime } from "../../support/vaults/own-runtime";
import { signOwn } from "../../support/sign-in/signing";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
let writesOfLastSeen: (rowId: string) => Promise<number>;
beforeAll(async () => {
  own = await openOwnRuntime();
  writesOfLastSeen = await countWrites(own, "Session", "lastSeenAt");
});
afterAll(() => own.close());

const minute = 60_000;
const aUserId = async () => {
  const { id } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  await signOwn(own, "User");
  return id;
};
const setFactors = async (id: string, factors: string) => {
  await own.db.user.update({ where: { id }, data: { factors } });
  await signOwn(own, "User");
};
const rowOf = (token: string) => own.db.session.findUniqueOrThrow({ where: { tokenHash: hashToken(token) } });

async function aSession(request: RequestFacts | null = null) {
  const userId = await aUserId();
  const token = await beginSession(userId, { method: "password", request });
  const { id, lastSeenAt, expiresAt } = await rowOf(token);
  return { userId, token, id, begun: lastSeenAt.getTime(), expiresAt: expiresAt.getTime() };
}

describe("a session", () => {
  test("is active from the start, and can be found only by its token", async () => {
    const { token, userId, id } = await aSession();
    expect(await findSession(token)).toEqual({
      kind: "session",
      userId,
      name: expect.stringMatching(/@example\.com$/),
      sessionId: id,
      provenAt: expect.any(Date),
      revision: 0,
      request: null,
    });
    for (const other of ["", hashToken(token), `${token}x`, token.slice(1)])
      expect(await findSession(other)).toBeNull();
  });

  test("is read with its user's factors only if one is required", async () => {
    const { token } = await aSession();
    const get = vi.spyOn(own.reads, "get");
    const factorsRead = async () => {
      get.mockClear();
      const { missingFactor } = (await findSession(token)) ?? expect.fail("the session does not stand");
      return [missingFactor, get.mock.calls.map(([{ sql }]) => sql.includes('"u"."factors"'))];
    };
    try {
      expect(await factorsRead()).toEqual([undefined, [false]]);
      own.settings.AUTH_SECOND_FACTOR = "required";
      expect(await factorsRead()).toEqual(["none-yet", [true]]);
    } finally {
      own.settings.AUTH_SECOND_FACTOR = "optional";
      get.mockRestore();
    }
  });

  test("needs no factor if it began with a passkey or its user has a code; a user with a passkey needs that, if passwords are allowed", async () => {
    own.settings.AUTH_SECOND_FACTOR = "required";
    try {
      const [withCode, withPasskey] = [await aSession(), await aSession()];
      const needed = async (token: string) =>
        ((await findSession(token)) ?? expect.fail("the session does not stand")).missingFactor;
      expect(await needed(withCode.token)).toBe("none-yet");
      await setFactors(withCode.userId, "code");
      expect(await needed(withCode.token)).toBeUndefined();
      await setFactors(withPasskey.userId, "passkey");
      expect(await needed(withPasskey.token)).toBe("passkey");
      expect(await needed(await beginSession(withPasskey.userId, { method: "passkey" }))).toBeUndefined();
      own.settings.AUTH_PASSWORD_LOGIN = false;
      expect(await needed(withPasskey.token)).toBe("none-yet");
    } finally {
      own.settings.AUTH_SECOND_FACTOR = "optional";
      own.settings.AUTH_PASSWORD_LOGIN = true;
    }
  });

  test("is not active if a factor is required and somebody wrote into its user's row that there is one", async () => {
    const { token, userId } = await aSession();
    own.settings.AUTH_SECOND_FACTOR = "required";
    try {
      expect((await findSession(token))?.missingFactor).toBe("none-yet");
      await own.db.user.update({ where: { id: userId }, data: { factors: "code" } });
      expect(await findSession(token)).toBeNull();
    } finally {
      own.settings.AUTH_SECOND_FACTOR = "optional";
    }
  });

  test("is stored with its token's hash only", async () => {
    const { token, id } = await aSession();
    const row = await own.db.session.findUniqueOrThrow({ where: { id }, omit: { tokenHash: false } });
    expect(row.tokenHash).toBe(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("ends after 30 minutes without a request, to the millisecond", async () => {
    expect(sessionIdleMsMax()).toBe(30 * minute);
    const { token, begun } = await aSession();
    expect(await findSession(token, begun + sessionIdleMsMax())).toBeNull();
    expect(await findSession(token, begun + sessionIdleMsMax() - 1)).not.toBeNull();
  });

  test("lasts as long again after a request within that time", async () => {
    const { token, begun } = await aSession();
    expect(await findSession(token, begun + 29 * minute)).not.toBeNull();
    expect(await findSession(token, begun + 58 * minute)).not.toBeNull();
    expect(await findSession(token, begun + 88 * minute)).toBeNull();
  });

  test("ends after 12 hours in any case, to the millisecond", async () => {
    expect(sessionSecondsMax()).toBe(12 * 60 * 60);
    const { token, begun, expiresAt } = await aSession();
    expect(Math.abs(expiresAt - begun - sessionSecondsMax() * 1000)).toBeLessThan(10_000);
    for (let at = begun + 20 * minute; at < expiresAt; at += 20 * minute)
      expect(await findSession(token, at)).not.toBeNull();
    expect(await findSession(token, expiresAt - 1)).not.toBeNull();
    expect(await findSession(token, expiresAt)).toBeNull();
  });

  test("that was used or begun while the clock was ahead is refused once the clock is set back", async () => {
    const [used, begun] = [await aSession(), await aSession()];
    const [later, day] = [used.begun + 20 * minute, 24 * 60 * minute];
    expect(await findSession(used.token, later)).not.toBeNull();
    expect(await findSession(used.token, later - minute)).not.toBeNull();
    expect(await findSession(used.token, later - minute - 1)).toBeNull();

    // Begun a day ahead, and not used since: it must not last for 36 hours.
    const ahead = { lastSeenAt: new Date(begun.begun), expiresAt: new Date(begun.expiresAt + day) };
    await own.db.session.update({ where: { id: begun.id }, data: ahead });
    await signOwn(own, "Session");
    expect(await findSession(begun.token, begun.begun + minute)).toBeNull();
  });

  test("that was refused for being idle is not revived by another request", async () => {
    const { token, begun } = await aSession();
    expect(await findSession(token, begun + 31 * minute)).toBeNull();
    expect((await rowOf(token)).lastSeenAt.getTime()).toBe(begun);
  });

  test("is refused at once after it was ended; the user's other sessions continue", async () => {
    const { userId, token } = await aSession();
    const other = await beginSession(userId, { method: "password" });
    await endSession(token);
    expect([await findSession(token), (await findSession(other))?.userId]).toEqual([null, userId]);
    await endSession(token);
  });

  test("counts as authenticated when it begins", async () => {
    const { token, begun } = await aSession();
    expect((await findSession(token))?.provenAt.getTime()).toBeCloseTo(begun, -4);
  });

  test("is not extended by a look-up, which returns both of its ends", async () => {
    const { token, id, begun, expiresAt } = await aSession();
    const found = await lookUpSession(token, begun + 29 * minute);
    expect([found?.idleExpiresAt.getTime(), found?.expiresAt.getTime()]).toEqual([begun + 30 * minute, expiresAt]);
    expect([await writesOfLastSeen(id), await lookUpSession(token, begun + 30 * minute)]).toEqual([0, null]);
    await findSession(token, begun + 10 * minute);
    expect((await lookUpSession(token, begun + 30 * minute))?.idleExpiresAt.getTime()).toBe(begun + 40 * minute);
  });

  test("is deleted with its user", async () => {
    const { userId, token } = await aSession();
    await own.db.user.delete({ where: { id: userId } });
    expect(await findSession(token)).toBeNull();
  });

  test("stores the browser's user agent up to a limited length", async () => {
    const { id } = await aSession(factsOf(randomUUID(), () => "a".repeat(5000)));
    const row = await own.db.session.findUniqueOrThrow({ where: { id } });
    expect([row.userAgent?.length, row.address?.length]).toEqual([300, 100]);
  });
});

describe("the beginning of a session", () => {
  test("stores nothing for a browser without a user agent, and the sign-in method", async () => {
    const { id } = await aSession();
    expect(await own.db.session.findUniqueOrThrow({ where: { id } })).toMatchObject({
      userAgent: null,
      address: null,
      method: "password",
    });
  });

  test("needs an account whose password has not changed since it was verified", async () => {
    await expect(beginSession(randomUUID(), { method: "password" })).rejects.toMatchObject({ code: "AUTH_REQUIRED" });
    const { id: userId } = await own.db.user.create({
      data: { email: `${randomUUID()}@example.com`, passwordHash: "today's" },
    });
    await expect(
      beginSession(userId, { method: "password", proof: { passwordHash: "yesterday's" } }),
    ).rejects.toMatchObject({
      code: "AUTH_REQUIRED",
    });
    expect(await own.db.session.count({ where: { userId } })).toBe(0);
    expect(
      (await findSession(await beginSession(userId, { method: "password", proof: { passwordHash: "today's" } })))
        ?.userId,
    ).toBe(userId);
    expect((await findSession(await beginSession(userId, { method: "oidc" })))?.userId).toBe(userId);
  });
});

describe("a session by a passkey, or by an identity at a provider,", () => {
  const identity = { issuer: "https://login.example.com", subject: randomUUID() };
  const passkeyId = randomUUID();
  const aPasskey = { name: "Phone", credentialId: passkeyId, publicKey: Buffer.from("x"), counter: 0n, transports: "" };
  test("needs that one still there, on this account", async () => {
    const owning = { passkeys: { create: { id: passkeyId, ...aPasskey } }, accounts: { create: identity } };
    const { id: userId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com`, ...owning } });
    const { id: otherId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
    for (const proof of [{ passkeyId }, identity]) {
      expect((await findSession(await beginSession(userId, { method: "passkey", proof })))?.userId).toBe(userId);
      await expect(beginSession(otherId, { method: "passkey", proof })).rejects.toMatchObject({
        code: "AUTH_REQUIRED",
      });
    }
    await own.db.passkey.delete({ where: { id: passkeyId } });
    await own.db.account.deleteMany({ where: { userId } });
    for (const proof of [{ passkeyId }, identity])
      await expect(beginSession(userId, { method: "passkey", proof })).rejects.toMatchObject({ code: "AUTH_REQUIRED" });
    expect(await own.db.session.count({ where: { userId: { in: [userId, otherId] } } })).toBe(2);
  });
});

describe("lastSeenAt", () => {
  test("that can't be written does not stop anybody from reading, and is logged without the database's message", async () => {
    const { token, userId, begun } = await aSession();
    const faults = vi.spyOn(log, "error").mockImplementation(() => {});
    const broken = vi.spyOn(own.writes, "run").mockRejectedValueOnce(new Error("not-a-real-secret"));
    expect((await findSession(token, begun + 2 * minute))?.userId).toBe(userId);
    expect(faults.mock.calls).toEqual([
      [{ event: "last-seen-not-written", error: expect.objectContaining({ name: "Error" }) as object }],
    ]);
    expect(JSON.stringify(faults.mock.calls)).not.toContain("not-a-real-secret");
    broken.mockRestore();
    faults.mockRestore();
  });

  test("is written from the first whole minute on", async () => {
    const { token, id, begun } = await aSession();
    await findSession(token, begun + minute - 1);
    expect((await rowOf(token)).lastSeenAt.getTime()).toBe(begun);
    await findSession(token, begun + minute);
    expect([(await rowOf(token)).lastSeenAt.getTime(), await writesOfLastSeen(id)]).toEqual([begun + minute, 1]);
  });

  test("is written at most once a minute, however many requests there are", async () => {
    const { token, id, begun } = await aSession();
    for (let second = 0; second <= 180; second += 5) await findSession(token, begun + second * 1000);
    expect(await writesOfLastSeen(id)).toBe(3);
    expect((await rowOf(token)).lastSeenAt.getTime()).toBe(begun + 180_000);
  });

  test("is not written more often by simultaneous requests, as a page sends them", async () => {
    const { token, id, begun } = await aSession();
    await Promise.all(Array.from({ length: 12 }, (_, index) => findSession(token, begun + minute + index)));
    expect(await writesOfLastSeen(id)).toBe(1);
  });
});

describe("a session cookie", () => {
  const name = "next-auth.session-token";
  const jwt = (token: Record<string, unknown>, secret = own.sessionSecret, maxAge = 3600) =>
    encode({ token, secret, maxAge });

  test("is found among others, under either of next-auth's names", async () => {
    const { userId, token } = await aSession();
    const value = await jwt({ sub: userId, sessionToken: token });
    for (const header of [
      `${name}=${value}`,
      `__Host-${name}=${value}`,
      `a=1; ${name}=${value}; b=2`,
      ` theme = dark ;${name}=${value}`,
      `=; ;x;${name}=${value}`,
    ]) {
      expect(await authenticateSession(header)).toMatchObject({ kind: "session", userId });
    }
  });

  test("with the prefix wins behind TLS if both are sent: the plain one can be planted without TLS", async () => {
    const [mine, planted] = [await aSession(), await aSession()];
    const header = [
      `${name}=${await jwt({ sessionToken: planted.token })}`,
      `__Host-${name}=${await jwt({ sessionToken: mine.token })}`,
    ];
    for (const cookies of [header, header.toReversed()])
      expect((await authenticateSession(cookies.join("; ")))?.userId).toBe(mine.userId);
  });

  test("without the prefix never counts if the vault is known to be behind TLS; elsewhere it does", async () => {
    const { userId, token } = await aSession();
    const value = await jwt({ sessionToken: token });
    for (const [url, plain] of [
      ["https://vault.example.com", undefined],
      ["http://vault.example.com", userId],
      [undefined, userId],
    ] as const) {
      own.settings.NEXTAUTH_URL = url;
      expect([url, (await authenticateSession(`${name}=${value}`))?.userId]).toEqual([url, plain]);
      expect((await authenticateSession(`__Host-${name}=${value}`))?.userId).toBe(userId);
    }
    own.settings.NEXTAUTH_URL = undefined;
  });

  test.each<[string, (value: string) => string | null]>([
    ["no header", () => null],
    ["an empty one", () => ""],
    ["another cookie", (value) => `theme=${value}`],
    ["a name that ends alike", (value) => `x${name}=${value}`],
    ["a name in other case", (value) => `${name.toUpperCase()}=${value}`],
    ["no value", () => `${name}=`],
    ["a word", () => `${name}=abc`],
    ["a value cut short", (value) => `${name}=${value.slice(0, -4)}`],
    ["a value extended", (value) => `${name}=${value}AAAA`],
    [
      "a value changed in its middle",
      (value) => `${name}=${value.slice(0, 60)}${value[60] === "A" ? "B" : "A"}${value.slice(61)}`,
    ],
    ["an unsigned token", () => `${name}=eyJhbGciOiJub25lIn0.eyJzZXNzaW9uVG9rZW4iOiJ4In0.`],
  ])("%s gives no session", async (_, spoil) => {
    const { token } = await aSession();
    expect(await authenticateSession(spoil(await jwt({ sessionToken: token })))).toBeNull();
  });

  test("sealed under another secret gives no session", async () => {
    const { token } = await aSession();
    for (const secret of ["another", own.sessionSecret.toUpperCase()])
      expect(await authenticateSession(`${name}=${await jwt({ sessionToken: token }, secret)}`)).toBeNull();
  });

  test("that has expired gives no session, even if the row is active", async () => {
    const { token } = await aSession();
    expect(
      await authenticateSession(`${name}=${await jwt({ sessionToken: token }, own.sessionSecret, -60)}`),
    ).toBeNull();
  });

  test("that is genuine but names no session gives none, whatever user it names", async () => {
    const { userId } = await aSession();
    for (const payload of [
      { sub: userId },
      { sub: userId, sessionToken: "" },
      { sub: userId, sessionToken: 7 },
      { sub: userId, sessionToken: { not: "" } },
      { sub: userId, sessionToken: "unknown" },
    ]) {
      expect(await authenticateSession(`${name}=${await jwt(payload)}`)).toBeNull();
    }
  });

  test("is resolved by the row, not by the token's contents", async () => {
    const [mine, theirs] = [await aSession(), await aSession()];
    const value = await jwt({ sub: theirs.userId, email: "theirs@example.com", sessionToken: mine.token });
    expect((await authenticateSession(`${name}=${value}`))?.userId).toBe(mine.userId);
  });

  test("of an ended session gives none at the next request", async () => {
    const { token } = await aSession();
    const header = `${name}=${await jwt({ sessionToken: token })}`;
    expect(await authenticateSession(header)).not.toBeNull();
    await endSession(token);
    expect(await authenticateSession(header)).toBeNull();
  });
});
