import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertKeyValid, authenticateKey } from "@/lib/auth/credentials/access-key";
import { authorize, requireScope } from "@/lib/auth/grants/authorize";
import type { Caller } from "@/lib/auth/caller";
import { beginSession } from "@/lib/auth/credentials/session";
import { type Scope, scopes as allScopes } from "@/lib/contracts/access/scopes";
import { hashToken, newAccessKey } from "@/lib/crypto/tokens/token";
import { authenticate } from "@/lib/http/gate/authenticate";
import { closeRuntime } from "@/lib/runtime";
import { createAccessKey, revokeAccessKey, rotateAccessKey } from "@/lib/services/access/access-keys";
import { requestFacts } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { keyCaller } from "../../support/callers/key-caller";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

async function aKey({
  scopes = ["entries:read"],
  expiresAt = null,
}: { scopes?: Scope[]; expiresAt?: string | null } = {}) {
  const { id: userId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  const session = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() } as const;
  const { id, key, keyPrefix } = await createAccessKey({ caller: session }, { name: "test", scopes, expiresAt });
  return { userId, session, id, key, keyPrefix, revoke: () => revokeAccessKey({ caller: session }, id) };
}

const invalid = expect.objectContaining({ code: "AUTH_INVALID_KEY", status: 401 });
const expired = expect.objectContaining({ code: "AUTH_KEY_EXPIRED", status: 401 });

describe("a key before a rotation", () => {
  test("works until its overlap ends, and is then told that it has expired; the new one goes on", async () => {
    const { key, id, session } = await aKey();
    const rotated = await rotateAccessKey({ caller: session }, id, { overlapHours: 2 });
    const end = new Date(rotated.previousKeyExpiresAt ?? 0).getTime();
    const former = await authenticateKey(key, end - 1);
    expect(former).toMatchObject({ keyId: id, keyPrefix: key.slice(0, 10), keyHash: hashToken(key) });
    await expect(authenticateKey(key, end)).rejects.toEqual(expired);
    await expect(assertKeyValid(former, end)).rejects.toEqual(expired);
    expect((await authenticateKey(rotated.key, end)).keyId).toBe(id);
  });

  test("expires with the access key, where that ends sooner than the overlap", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id, session } = await aKey({ expiresAt });
    const rotated = await rotateAccessKey({ caller: session }, id, { overlapHours: 24 });
    expect([rotated.expiresAt, rotated.previousKeyExpiresAt]).toEqual([expiresAt, expiresAt]);
  });

  test("that was put into the database by somebody without a master key is none", async () => {
    const { id, userId } = await aKey();
    const key = newAccessKey();
    await own.db.previousAccessKey.create({
      data: { userId, accessKeyId: id, keyHash: hashToken(key), expiresAt: new Date("2099-01-01"), mac: "not-a-mac" },
    });
    await expect(authenticateKey(key)).rejects.toEqual(invalid);
  });
});

describe("an access key", () => {
  test("acts for its user, with its scopes and nothing more", async () => {
    const { key, id, userId, keyPrefix } = await aKey({ scopes: ["stats:read", "entries:read"] });
    expect(await authenticateKey(key)).toEqual({
      kind: "key",
      userId,
      name: "test",
      keyId: id,
      keyHash: hashToken(key),
      keyPrefix,
      bounds: null,
      addresses: null,
      revealsPerDay: null,
      scopes: new Set(["entries:read", "stats:read"]),
      revision: 0,
      request: null,
    });
  });

  test("is stored only as its hash", async () => {
    const { key, id } = await aKey();
    const row = await own.db.accessKey.findUniqueOrThrow({ where: { id }, omit: { keyHash: false } });
    expect(row.keyHash).toBe(hashToken(key));
    expect(JSON.stringify(row)).not.toContain(key.slice(10));
  });

  test("that does not exist is refused, like a key's hash, its prefix or a part of it", async () => {
    const { key, keyPrefix } = await aKey();
    for (const other of [
      newAccessKey(),
      `svc_${hashToken(key).slice(0, 43)}`,
      hashToken(key),
      keyPrefix,
      key.slice(0, -1),
      key.toLowerCase(),
      `${key} `,
      "",
    ]) {
      await expect(authenticateKey(other)).rejects.toEqual(invalid);
    }
  });

  test("is refused from the moment it expires", async () => {
    const { key } = await aKey({ expiresAt: "2027-01-31T09:00:00.000Z" });
    const end = Date.parse("2027-01-31T09:00:00.000Z");
    expect((await authenticateKey(key, end - 1)).kind).toBe("key");
    await expect(authenticateKey(key, end)).rejects.toEqual(expired);
    await expect(authenticateKey(key, end + 86_400_000)).rejects.toEqual(expired);
  });

  test("with a date alone expires at the date's first instant in UTC", async () => {
    const { key } = await aKey({ expiresAt: "2027-01-31" });
    const end = Date.UTC(2027, 0, 31);
    expect((await authenticateKey(key, end - 1)).kind).toBe("key");
    await expect(authenticateKey(key, end)).rejects.toEqual(expired);
  });

  test("without a date still works in a hundred years", async () => {
    const { key } = await aKey();
    expect((await authenticateKey(key, Date.UTC(2126, 0, 1))).kind).toBe("key");
  });

  test("is refused as soon as its revocation returns, even for a request in progress", async () => {
    const { key, revoke } = await aKey();
    const caller = await authenticateKey(key);
    await assertKeyValid(caller);
    await revoke();
    await expect(authenticateKey(key)).rejects.toEqual(invalid);
    await expect(assertKeyValid(caller)).rejects.toEqual(invalid);
  });

  test("that expires during a request is refused at its end", async () => {
    const { key } = await aKey({ expiresAt: "2027-01-31" });
    const caller = await authenticateKey(key, Date.UTC(2027, 0, 30));
    await expect(assertKeyValid(caller, Date.UTC(2027, 0, 31))).rejects.toEqual(expired);
  });

  test("is deleted with its user", async () => {
    const { key, userId } = await aKey();
    await own.db.user.delete({ where: { id: userId } });
    await expect(authenticateKey(key)).rejects.toEqual(invalid);
  });
});

describe("who sends a request", () => {
  const request = (headers: Record<string, string>) => new Request("http://vault.invalid/api/entries", { headers });
  async function aCookie() {
    const { id: userId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
    return {
      userId,
      Cookie: `next-auth.session-token=${await encode({ token: { sessionToken: await beginSession(userId, { method: "password" }) }, secret: own.sessionSecret })}`,
    };
  }

  test("a key decides, even with somebody else's cookie next to it", async () => {
    const { key, userId } = await aKey();
    const { Cookie } = await aCookie();
    expect(await authenticate(request({ Authorization: `Bearer ${key}`, Cookie }), requestFacts())).toMatchObject({
      kind: "key",
      userId,
    });
  });

  test("a wrong key is refused although the cookie is valid", async () => {
    const { Cookie } = await aCookie();
    for (const wrong of [newAccessKey(), "svc_", "svc_x", "SVC_x"])
      await expect(authenticate(request({ Authorization: `Bearer ${wrong}`, Cookie }), requestFacts())).rejects.toEqual(
        invalid,
      );
  });

  test("with another authorisation scheme the cookie decides", async () => {
    const { Cookie, userId } = await aCookie();
    for (const Authorization of ["Basic YTpi", "Bearer other", ""])
      expect(await authenticate(request({ Authorization, Cookie }), requestFacts())).toMatchObject({
        kind: "session",
        userId,
      });
  });

  test("without either there is no caller", async () => {
    for (const headers of [[], [["Cookie", "theme=dark"]], [["Authorization", "Bearer other"]]] as [
      string,
      string,
    ][][]) {
      await expect(authenticate(request(Object.fromEntries(headers)), requestFacts())).rejects.toMatchObject({
        code: "AUTH_REQUIRED",
        status: 401,
      });
    }
  });
});

describe("what a caller may do", () => {
  const keyWith = (...scopes: Scope[]): Caller => keyCaller({ scopes: new Set(scopes) });

  test.each(allScopes)("%s needs exactly that scope: it alone is enough, all others together are not", (scope) => {
    expect(() => authorize(keyWith(scope), { scope })).not.toThrow();
    expect(() => authorize(keyWith(...allScopes.filter((other) => other !== scope)), { scope })).toThrow(
      expect.objectContaining({
        code: "AUTH_SCOPE_REQUIRED",
        status: 403,
        message: `The access key lacks the scope ${scope}`,
      }),
    );
  });

  test("a member is told in words what the role can't do and whom to ask, and a key which scope it lacks", () => {
    const team = { id: "t", role: "reader", ownerId: "t" } as unknown as Caller["team"];
    const member = { kind: "session", userId: "u", sessionId: "s", provenAt: new Date(), team } as Caller;
    const saidTo = (caller: Caller, scope: Scope) => {
      try {
        requireScope(caller, scope, ", which moving it needs");
      } catch (error) {
        return (error as Error).message;
      }
      return undefined;
    };
    expect(saidTo(member, "entries:write")).toBe(
      "Your role in this team, reader, has no right to create, change and delete entries, which moving it needs: ask an owner of the team",
    );
    const limited = { ...member, bounds: { projects: ["billing"], environments: null } } as unknown as Caller;
    for (const scope of allScopes) {
      expect(saidTo(limited, scope) ?? "").not.toContain(scope);
      expect(saidTo(keyWith(), scope)).toBe(`The access key lacks the scope ${scope}, which moving it needs`);
    }
    expect(saidTo(limited, "2fa:read")).toBe(
      "Your role in this team, reader, is limited to projects or environments, which leaves no right to list two-factor tokens, without their secrets, which moving it needs: ask an owner of the team",
    );
  });

  test("a session may access all of its user's data; a key with every scope may not do what needs a session", () => {
    const session: Caller = { kind: "session", userId: "u", sessionId: "s", provenAt: new Date() };
    for (const access of ["session" as const, ...allScopes.map((scope) => ({ scope }))])
      expect(() => authorize(session, access)).not.toThrow();
    expect(() => authorize(keyWith(...allScopes), "session")).toThrow(
      expect.objectContaining({ code: "AUTH_SESSION_REQUIRED", status: 401 }),
    );
  });
});

test("a mistyped key is refused without a database query, even if there is no database", async () => {
  const { key } = await aKey();
  await closeRuntime();
  process.env.VAULT_DATA_DIR = "/nonexistent/vault";
  try {
    await expect(authenticateKey(key.slice(0, -2) + (key.endsWith("AA") ? "BB" : "AA"))).rejects.toEqual(invalid);
    await expect(authenticateKey(key)).rejects.not.toEqual(invalid);
  } finally {
    process.env.VAULT_DATA_DIR = own.settings.VAULT_DATA_DIR;
  }
});
