import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { flushKeyUses } from "@/lib/auth/credentials/last-used";
import { recordReauthentication } from "@/lib/identity/reauthentication";
import { beginSession } from "@/lib/auth/credentials/session";
import type { ContractSpec } from "@/lib/contracts/contract";
import type { Scope } from "@/lib/contracts/access/scopes";
import { AppError, UnrecordedError } from "@/lib/errors";
import { type ApiResponse, toWebResponse } from "@/lib/http/types";
import { type RouteHandler, route } from "@/lib/http/route";
import { log } from "@/lib/log";
import { createAccessKey, revokeAccessKey } from "@/lib/services/access/access-keys";
import { createTeam } from "@/lib/services/teams/teams";
import { sessionCaller } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { signOwn } from "../../support/sign-in/signing";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const spec = {
  id: "testOperation",
  method: "GET",
  path: "/test",
  tag: "Test",
  summary: "A test's own",
  access: { scope: "entries:read" },
  reply: { status: 200, json: z.object({ text: z.string() }) },
} as const satisfies ContractSpec;
const writing = { ...spec, method: "POST", body: z.strictObject({ name: z.string() }) } as const satisfies ContractSpec;

const address = "http://vault.invalid/api/test";
const get = (headers: Record<string, string> = {}, url = address) => new Request(url, { headers });
const post = (headers: Record<string, string> = {}, body: unknown = { name: "x" }) =>
  new Request(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const codeOf = async (handler: RouteHandler, request: Request, params = {}) =>
  (await handler.serve(request as Parameters<RouteHandler["serve"]>[0], params)).logFields.code;

const aUser = async () => {
  const { id } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  await signOwn(own, "User");
  return id;
};
async function aKey(...scopes: Scope[]) {
  const userId = await aUser();
  const session = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() } as const;
  const { id, key, keyPrefix } = await createAccessKey(
    { caller: session },
    {
      name: "test",
      scopes: scopes.length > 0 ? scopes : ["entries:read"],
    },
  );
  return {
    userId,
    id,
    keyPrefix,
    headers: { Authorization: `Bearer ${key}` },
    revoke: () => revokeAccessKey({ caller: session }, id),
  };
}
async function aSession() {
  const userId = await aUser();
  const cookie = await encode({
    token: { sessionToken: await beginSession(userId, { method: "password" }) },
    secret: own.sessionSecret,
  });
  return {
    userId,
    headers: { Cookie: `next-auth.session-token=${cookie}` },
    ofThisSite: { Cookie: `next-auth.session-token=${cookie}`, "Sec-Fetch-Site": "same-origin" },
  };
}
const wasUsed = async (id: string) => {
  await flushKeyUses();
  return (await own.db.accessKey.findUniqueOrThrow({ where: { id } })).lastUsedAt !== null;
};

/** The headers of a response, by their names in lower case. */
const sent = (answer: ApiResponse): Record<string, string> => Object.fromEntries(toWebResponse(answer).headers);

describe("a response", () => {
  test("has the reply's schema and nothing more, is not cached, and has the id in the log", async () => {
    const { userId, headers, keyPrefix } = await aKey();
    const handler = route(spec, () => ({ text: "told", stray: "not-a-real-secret" }));
    const answer = await handler.serve(get(headers), {});
    const { status, body, logFields } = answer;
    expect([status, body]).toEqual([200, '{"text":"told"}']);
    expect(sent(answer)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": logFields.requestId,
    });
    expect(logFields).toEqual({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      contract: "testOperation",
      caller: "key",
      userId,
      keyPrefix,
    });
  });

  test("has the status that its handler chose, if the contract leaves a choice", async () => {
    const { headers } = await aKey();
    for (const status of [200, 201] as const) {
      const handler = route({ ...spec, reply: { status: [200, 201], json: spec.reply.json } }, () => ({
        status,
        json: { text: String(status) },
      }));
      const answer = await handler.serve(get(headers), {});
      expect(answer).toMatchObject({ status, body: `{"text":"${status}"}` });
      expect(sent(answer)).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
    }
    const created = route({ ...spec, reply: { status: 201, json: spec.reply.json } }, () => ({ text: "new" }));
    expect(await created.serve(get(headers), {})).toMatchObject({ status: 201, body: '{"text":"new"}' });
  });

  test("of text has its own type, the contract's headers, and the handler's over those", async () => {
    const { headers } = await aKey();
    const reply = {
      status: 200,
      text: "text/plain; charset=utf-8",
      headers: { "Content-Disposition": "attachment", "X-Export-Skipped": "0" },
    } as const;
    const handler = route({ ...spec, reply }, () => ({ text: "A=b\n", headers: { "X-Export-Skipped": "2" } }));
    const answer = await handler.serve(get(headers), {});
    expect(answer).toMatchObject({ status: 200, body: "A=b\n" });
    expect(sent(answer)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": "attachment",
      "x-export-skipped": "2",
      "cache-control": "no-store",
    });
    const plain = route({ ...spec, reply }, () => ({ text: "" }));
    expect((await plain.serve(get(headers), {})).headers["X-Export-Skipped"]).toBe("0");
  });

  test("without content has no body and no type", async () => {
    const { headers } = await aKey();
    const answer = await route({ ...spec, reply: { status: 204 } }, () => {}).serve(get(headers), {});
    expect([answer.status, answer.body, sent(answer)["content-type"], sent(answer)["cache-control"]]).toEqual([
      204,
      null,
      undefined,
      "no-store",
    ]);
  });

  test("without content sets the session's new cookie if the contract renews it, and none otherwise", async () => {
    const { ofThisSite } = await aSession();
    const renewing = {
      ...writing,
      access: "session",
      reply: { status: 204 },
      renewsSession: true,
    } as const satisfies ContractSpec;
    const cookie = "session=not-a-real-token; HttpOnly";
    expect(
      sent(await route(renewing, () => ({ sessionCookie: cookie })).serve(post(ofThisSite), {}))["set-cookie"],
    ).toBe(cookie);
    const plain = { ...renewing, renewsSession: undefined } as unknown as typeof renewing;
    expect(
      sent(await route(plain, () => ({ sessionCookie: cookie })).serve(post(ofThisSite), {}))["set-cookie"],
    ).toBeUndefined();
  });

  test("is the same as a Web response, on routes with and without parameters", async () => {
    const { headers } = await aKey();
    const still = route(spec, () => ({ text: "still" }));
    const response = await still(get(headers), {
      params: Promise.resolve(undefined as unknown as Record<string, string>),
    });
    expect([response.status, response.headers.get("Content-Type"), await response.json()]).toEqual([
      200,
      "application/json",
      { text: "still" },
    ]);
    const named = route({ ...spec, path: "/test/{id}" }, (_, { params }) => ({ text: params.id }));
    const id = randomUUID();
    expect(await (await named(get(headers), { params: Promise.resolve({ id }) })).json()).toEqual({ text: id });
  });

  test("that does not fit its schema is a server error", async () => {
    const faults = vi.spyOn(log, "error").mockImplementation(() => {});
    const { headers } = await aKey();
    const answer = await route(spec, () => ({ text: 7 as unknown as string })).serve(get(headers), {});
    expect([answer.status, answer.logFields.code]).toEqual([500, "INTERNAL_ERROR"]);
    expect(faults.mock.calls).toEqual([
      [
        expect.objectContaining({
          event: "fault",
          requestId: answer.headers["X-Request-Id"],
          contract: "testOperation",
        }),
      ],
    ]);
    faults.mockRestore();
  });
});

describe("a handler", () => {
  test("gets the caller, the parsed path, query and body, and the headers by name", async () => {
    const { headers, userId } = await aKey();
    const given: unknown[] = [];
    const handler = route(
      { ...writing, path: "/test/{id}", query: z.strictObject({ page: z.coerce.number() }) },
      ({ caller }, input, header) => {
        given.push(caller.userId, input, header("x-own"));
        return { text: "" };
      },
    );
    const id = randomUUID();
    const request = new Request(`${address}?page=2`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json", "X-Own": "mine" },
      body: '{"name":"n"}',
    });
    expect((await handler.serve(request, { id })).status).toBe(200);
    expect(given).toEqual([userId, { params: { id }, query: { page: 2 }, body: { name: "n" } }, "mine"]);
  });

  test("of a public contract gets no caller, whatever the request carries", async () => {
    const { headers } = await aKey();
    const callers: unknown[] = [];
    const handler = route({ ...spec, access: "public" }, ({ caller }) => {
      callers.push(caller);
      return { text: "" };
    });
    const { logFields } = await handler.serve(get(headers), {});
    await handler.serve(get(), {});
    expect(callers).toEqual([null, null]);
    expect(logFields).toEqual({ requestId: logFields.requestId, contract: "testOperation" });
  });

  test("that throws an error is answered with its code, which the log has too", async () => {
    const { headers } = await aKey();
    const answer = await route({ ...spec, errors: ["ENTRY_NOT_FOUND"] }, () =>
      Promise.reject(new AppError("ENTRY_NOT_FOUND")),
    ).serve(get(headers), {});
    expect([answer.status, answer.logFields.code, answer.headers["X-Request-Id"]]).toEqual([
      404,
      "ENTRY_NOT_FOUND",
      answer.logFields.requestId,
    ]);
  });
});

describe("permission", () => {
  const reached = vi.fn(() => ({ text: "" }));
  const refusedOf = async (asked: ContractSpec, request: Request, params = {}) => {
    reached.mockClear();
    const code = await codeOf(route(asked, reached as never), request, params);
    expect(reached).toHaveBeenCalledTimes(code === undefined ? 1 : 0);
    return code;
  };

  test("without credentials nobody learns anything about the request", async () => {
    expect(await refusedOf(writing, post({}, { wrong: 1 }))).toBe("AUTH_REQUIRED");
  });

  test("a key without the scope learns that before anything about the request", async () => {
    const { headers } = await aKey("stats:read");
    expect(await refusedOf(writing, post(headers, { wrong: 1 }))).toBe("AUTH_SCOPE_REQUIRED");
    expect(await refusedOf({ ...writing, access: "session" }, post(headers))).toBe("AUTH_SESSION_REQUIRED");
  });

  test("a session's writes must come from this site; a key's may come from anywhere", async () => {
    const [session, key] = [await aSession(), await aKey()];
    expect(await refusedOf(writing, post(session.headers, { wrong: 1 }))).toBe("CROSS_ORIGIN");
    expect(await refusedOf(writing, post({ ...session.headers, "Sec-Fetch-Site": "cross-site" }))).toBe("CROSS_ORIGIN");
    expect(await refusedOf(writing, post(session.ofThisSite))).toBeUndefined();
    expect(await refusedOf(spec, get(session.headers))).toBeUndefined();
    expect(await refusedOf(writing, post({ ...key.headers, "Sec-Fetch-Site": "cross-site" }))).toBeUndefined();
  });

  test("if the public address is set, its pages are this site", async () => {
    const session = await aSession();
    const sent = { ...session.headers, Origin: "https://vault.example.com" };
    expect(await refusedOf(writing, post(sent))).toBe("CROSS_ORIGIN");
    own.settings.NEXTAUTH_URL = "https://vault.example.com";
    try {
      const secure = { ...sent, Cookie: session.headers.Cookie.replace("next-auth", "__Host-next-auth") };
      expect(await refusedOf(writing, post(secure))).toBeUndefined();
      expect(
        await refusedOf({ ...writing, access: "public" }, post({ Origin: "https://vault.example.com" })),
      ).toBeUndefined();
    } finally {
      own.settings.NEXTAUTH_URL = undefined;
    }
  });

  test("a public contract is open to everybody, except pages of other sites", async () => {
    const open = { ...writing, access: "public" } as const;
    expect(await refusedOf(open, post())).toBeUndefined();
    expect(await refusedOf(open, post({ "Sec-Fetch-Site": "cross-site" }))).toBe("CROSS_ORIGIN");
  });

  test("a session must have authenticated recently if the contract requires it; a key need not", async () => {
    const [session, key] = [await aSession(), await aKey()];
    const asked = { ...spec, recentAuthentication: true } as const;
    expect(await refusedOf(asked, get(session.headers))).toBeUndefined();
    await own.db.session.updateMany({
      where: { userId: session.userId },
      data: { provenAt: new Date(Date.now() - 11 * 60_000) },
    });
    await signOwn(own, "Session");
    expect(await refusedOf(asked, get(session.headers))).toBe("REAUTHENTICATION_REQUIRED");
    expect(await refusedOf(spec, get(session.headers))).toBeUndefined();
    expect(await refusedOf(asked, get(key.headers))).toBeUndefined();
  });

  test("a session must have the second factor that the vault requires, before any re-authentication, unless the contract is exempt; a key need not", async () => {
    const [session, key] = [await aSession(), await aKey()];
    own.settings.AUTH_SECOND_FACTOR = "required";
    try {
      expect(await refusedOf({ ...spec, recentAuthentication: true }, get(session.headers))).toBe(
        "SECOND_FACTOR_MISSING",
      );
      await own.db.session.updateMany({ where: { userId: session.userId }, data: { provenAt: new Date(0) } });
      await signOwn(own, "Session", "User");
      expect(await refusedOf({ ...spec, recentAuthentication: true }, get(session.headers))).toBe(
        "SECOND_FACTOR_MISSING",
      );
      expect(await refusedOf({ ...spec, mfaExempt: "any", recentAuthentication: true }, get(session.headers))).toBe(
        "REAUTHENTICATION_REQUIRED",
      );
      for (const mfaExempt of ["any", "set-up"] as const)
        expect(await refusedOf({ ...spec, mfaExempt }, get(session.headers))).toBeUndefined();
      expect(await refusedOf(spec, get(key.headers))).toBeUndefined();
    } finally {
      own.settings.AUTH_SECOND_FACTOR = "optional";
    }
  });

  test("path, query and body are checked once the caller is known, in that order", async () => {
    const { headers } = await aKey();
    const asked = { ...writing, path: "/test/{id}", notFound: "ENTRY_NOT_FOUND", query: z.strictObject({}) } as const;
    const request = () =>
      new Request(`${address}?x=1`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "text/plain" },
        body: "{",
      });
    expect(await refusedOf(asked, request(), { id: "no-uuid" })).toBe("ENTRY_NOT_FOUND");
    expect(await refusedOf(asked, request(), { id: randomUUID() })).toBe("VALIDATION_ERROR");
    expect(await refusedOf({ ...asked, query: z.object({}) }, request(), { id: randomUUID() })).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });
});

/** Waits like for anything from outside, so that other requests run in the meantime. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("an access key", () => {
  test("revoked while its body was still arriving writes nothing", async () => {
    const { headers, revoke } = await aKey();
    const handler = vi.fn(() => ({ text: "" }));
    async function* body() {
      await nextTurn();
      await revoke();
      yield Buffer.from('{"name":"x"}');
    }
    const answer = await route(writing, handler).serve(
      {
        method: "POST",
        url: address,
        headers: new Headers({ ...headers, "Content-Type": "application/json" }),
        body: body(),
        signal: { aborted: false },
      },
      {},
    );
    expect([answer.status, answer.logFields.code, handler.mock.calls.length]).toEqual([401, "AUTH_INVALID_KEY", 0]);
  });

  test("revoked while its response was being made gets none", async () => {
    const { headers, revoke } = await aKey();
    const handler = route(spec, async () => {
      await nextTurn();
      await revoke();
      return { text: "not-a-real-secret" };
    });
    const answer = await handler.serve(get(headers), {});
    expect([answer.status, answer.logFields.code]).toEqual([401, "AUTH_INVALID_KEY"]);
    expect(answer.body).not.toContain("not-a-real-secret");
  });

  test("that can't be looked up any more is told of its write, which is done, and of nothing that it would read", async () => {
    const { headers } = await aKey("entries:read", "entries:write");
    const away = Object.assign(new Error("database is locked"), { name: "SqliteError", code: "SQLITE_BUSY" });
    const looks = vi.spyOn(own.reads, "get");
    const answerOf = async (contract: ContractSpec, request: Request) => {
      const handler = route(contract as typeof writing, async () => {
        await nextTurn();
        looks.mockRejectedValueOnce(away);
        return { text: "made" };
      });
      return (await handler.serve(request as Parameters<RouteHandler["serve"]>[0], {})).status;
    };
    const made = { ...writing, reply: { ...writing.reply, status: 201 } } as const;
    expect(await answerOf(made, post(headers))).toBe(201);
    expect(await answerOf({ ...writing, access: { scope: "entries:write" } }, post(headers))).toBe(200);
    expect(await answerOf({ ...writing, method: "PUT" }, post(headers))).toBe(200);
    expect(await answerOf(writing, post(headers))).toBe(503);
    expect(await answerOf(spec, get(headers))).toBe(503);
    looks.mockRestore();
  });

  test("revoked while many of its responses wait for the same thing gets none of them", async () => {
    const { headers, revoke } = await aKey();
    const answered = async (meanwhile: () => Promise<unknown>) => {
      let release = () => {};
      const isCommitted = new Promise<void>((resolve) => (release = resolve));
      const handler = route(spec, () => isCommitted.then(() => ({ text: "not-a-real-secret" })));
      const answers = Array.from({ length: 3 }, () => handler.serve(get(headers), {}));
      await nextTurn();
      await meanwhile();
      release();
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const looks = vi.spyOn(own.reads, "get");
    expect(await answered(async () => looks.mockClear())).toEqual([200, 200, 200]);
    // What one tick lets go on is looked up once.
    expect(looks).toHaveBeenCalledOnce();
    looks.mockRestore();
    expect(await answered(revoke)).toEqual([401, 401, 401]);
  });

  test("is used by every request that it authenticates, even one that ends in 404 or 400, and by none that it was refused for", async () => {
    const ok = await aKey();
    await route(spec, () => ({ text: "" })).serve(get(ok.headers), {});
    expect(await wasUsed(ok.id)).toBe(true);

    const missed = await aKey();
    await route(spec, () => Promise.reject(new AppError("ENTRY_NOT_FOUND"))).serve(get(missed.headers), {});
    expect(await wasUsed(missed.id)).toBe(true);

    const refused = await aKey();
    await route({ ...spec, access: "session" }, () => ({ text: "" })).serve(get(refused.headers), {});
    expect(await wasUsed(refused.id)).toBe(false);

    const expired = await aKey();
    const handler = route(spec, async () => {
      await nextTurn();
      await own.db.accessKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
      await signOwn(own, "AccessKey");
      return { text: "" };
    });
    expect((await handler.serve(get(expired.headers), {})).status).toBe(401);
    expect(await wasUsed(expired.id)).toBe(false);
  });

  test("is not used by what its handler refuses: something outside its limits", async () => {
    const { id, headers } = await aKey();
    const handler = route(spec, () => Promise.reject(new AppError("OUT_OF_BOUNDS")));
    expect((await handler.serve(get(headers), {})).status).toBe(403);
    expect(await wasUsed(id)).toBe(false);
  });

  test("is not marked as used by a session's requests", async () => {
    const { headers, userId } = await aSession();
    const handler = route(spec, async () => {
      // A key would be looked up again.
      await nextTurn();
      return { text: "" };
    });
    const { logFields, status } = await handler.serve(get(headers), {});
    const { id: sessionId } = await own.db.session.findFirstOrThrow({ where: { userId } });
    expect([status, logFields]).toEqual([
      200,
      { requestId: logFields.requestId, contract: "testOperation", caller: "session", userId, sessionId },
    ]);
  });
});

describe("a session", () => {
  const late = { ...writing, recentAuthentication: true } as const;
  /** The result of a request whose session meets `fate` while its body is still arriving. */
  async function underWay(
    contract: ContractSpec,
    fate: (session: Awaited<ReturnType<typeof aSession>>) => Promise<unknown>,
  ) {
    const session = await aSession();
    const handler = vi.fn(() => ({ text: "" }));
    async function* body() {
      await nextTurn();
      await fate(session);
      yield Buffer.from('{"name":"x"}');
    }
    const answer = await route(contract, handler as never).serve(
      {
        method: "POST",
        url: address,
        headers: new Headers({ ...session.ofThisSite, "Content-Type": "application/json" }),
        body: body(),
        signal: { aborted: false },
      },
      {},
    );
    return [answer.status, answer.logFields.code, handler.mock.calls.length];
  }
  const provenAt =
    (ageMs: number) =>
    async ({ userId }: { userId: string }) => {
      await own.db.session.updateMany({ where: { userId }, data: { provenAt: new Date(Date.now() - ageMs) } });
      await signOwn(own, "Session");
    };

  test("that ended while its body was still arriving writes nothing, nor does one whose account is gone or whose authentication is too old", async () => {
    expect(await underWay(writing, ({ userId }) => own.db.session.deleteMany({ where: { userId } }))).toEqual([
      401,
      "AUTH_REQUIRED",
      0,
    ]);
    expect(await underWay(writing, ({ userId }) => own.db.user.delete({ where: { id: userId } }))).toEqual([
      401,
      "AUTH_REQUIRED",
      0,
    ]);
    expect(await underWay(late, provenAt(11 * 60_000))).toEqual([403, "REAUTHENTICATION_REQUIRED", 0]);
    expect(await underWay(late, provenAt(9 * 60_000))).toEqual([200, undefined, 1]);
  });

  test("whose token was renewed in the meantime does nothing for the former token: somebody else may hold that", async () => {
    const renew = async ({ userId, headers }: Awaited<ReturnType<typeof aSession>>) => {
      const { id } = await own.db.session.findFirstOrThrow({ where: { userId } });
      await recordReauthentication(sessionCaller({ userId, sessionId: id }), "password", headers.Cookie);
    };
    expect(await underWay(writing, renew)).toEqual([401, "AUTH_REQUIRED", 0]);
  });

  test("that ended while its response was being made gets none; one that was renewed gets it, since the work is done", async () => {
    const answered = async (
      fate: (session: Awaited<ReturnType<typeof aSession>>) => Promise<unknown>,
      contract: ContractSpec = spec,
    ) => {
      const session = await aSession();
      const handler = route(contract, (async () => {
        await nextTurn();
        await fate(session);
        return { text: "not-a-real-secret" };
      }) as never);
      const { status, body } = await handler.serve(get(session.headers), {});
      return [status, String(body).includes("not-a-real-secret")];
    };
    const end = ({ userId }: { userId: string }) => own.db.session.deleteMany({ where: { userId } });
    expect(await answered(end)).toEqual([401, false]);
    expect(
      await answered(async ({ userId, headers }) => {
        const { id: sessionId } = await own.db.session.findFirstOrThrow({ where: { userId } });
        return recordReauthentication(sessionCaller({ userId, sessionId }), "password", headers.Cookie);
      }),
    ).toEqual([200, true]);
    // The request that was to end it has done so.
    expect(await answered(end, { ...spec, reply: { status: 204 } })).toEqual([204, false]);
  });

  test("whose account was deleted during the request is refused, without a server error", async () => {
    const session = await aSession();
    const handler = route(spec, async () => {
      await nextTurn();
      await own.db.user.delete({ where: { id: session.userId } });
      throw new Error("a foreign key was violated");
    });
    expect(await codeOf(handler, get(session.headers))).toBe("AUTH_REQUIRED");
  });

  test("is not looked up twice by a request that takes no further tick", async () => {
    const { headers } = await aSession();
    const lookedUp = vi.spyOn(own.reads, "get");
    await route(spec, () => ({ text: "" })).serve(get(headers), {});
    expect(lookedUp).toHaveBeenCalledTimes(1);
    lookedUp.mockRestore();
  });
});

test("a page's request is not served in the session of another user, who has signed in since; what names nobody is", async () => {
  const [ada, bob] = [await aSession(), await aSession()];
  const made = vi.fn(() => ({ text: "made" }));
  const handler = route(writing, made);
  const asked = (headers: Record<string, string>) => codeOf(handler, post(headers));
  expect(await asked({ ...bob.ofThisSite, "X-Session-User": ada.userId })).toBe("AUTH_REQUIRED");
  expect(await asked({ ...bob.ofThisSite, "X-Session-User": "" })).toBe("AUTH_REQUIRED");
  expect(await codeOf(route(spec, made), get({ ...bob.headers, "X-Session-User": ada.userId }))).toBe("AUTH_REQUIRED");
  expect(made).not.toHaveBeenCalled();
  expect(await asked({ ...bob.ofThisSite, "X-Session-User": bob.userId })).toBeUndefined();
  expect(await asked(bob.ofThisSite)).toBeUndefined();
  const key = await aKey();
  expect(await asked({ ...key.headers, "X-Session-User": ada.userId })).toBeUndefined();
  expect(made).toHaveBeenCalledTimes(3);
});

test("whoever's limits in a team change meanwhile is told to try again, but of a write to look first: it may be done", async () => {
  const { userId, headers, ofThisSite } = await aSession();
  const caller = sessionCaller({ userId, sessionId: randomUUID() });
  const { id: teamId } = await createTeam({ caller }, { name: "Payments" });
  let limits = 0;
  const changing = async () => {
    await nextTurn();
    const bounds = JSON.stringify({ projects: [`project ${(limits += 1)}`] });
    await own.db.membership.updateMany({ where: { teamId }, data: { bounds } });
    await signOwn(own, "Membership");
    return { text: "" };
  };
  const answered = async (contract: ContractSpec, request: Request) => {
    const { status, body } = await route(contract as typeof spec, changing).serve(request, {});
    return [status, (JSON.parse(String(body)) as { error: string }).error];
  };
  const changed = "Your limits in this team were changed while the request was in progress";
  expect(await answered(spec, get({ ...headers, "X-Team-Id": teamId }))).toEqual([403, `${changed}: try again`]);
  expect(await answered(writing, post({ ...ofThisSite, "X-Team-Id": teamId }))).toEqual([
    403,
    `${changed}. What you asked for may have been done: check before you try again`,
  ]);
});

describe("an answer in pieces", () => {
  const runInSlices = { ...spec, runInSlices: true } as const satisfies ContractSpec;
  const whole = { requestId: expect.any(String) as string, contract: "testOperation" };
  /** The log's lines about an answer whose second piece fails with this error, and how it breaks off. */
  async function brokenOff(error: Error) {
    const { headers } = await aKey();
    const faults = vi.spyOn(log, "error").mockImplementation(() => {});
    async function* pieces() {
      yield "[";
      await nextTurn();
      throw error;
    }
    const { body } = await route(runInSlices, () => ({ pieces: pieces() })).serve(get(headers), {});
    const reading = (async () => {
      for await (const piece of body as AsyncIterable<string>) expect(piece).toBe("[");
    })();
    const thrown = await reading.catch((fault: unknown) => fault);
    const lines = faults.mock.calls;
    faults.mockRestore();
    return { code: (thrown as AppError).code, lines };
  }

  test("that breaks off is in the log with why: a fault, a database that is away, a record that can't be written", async () => {
    const away = Object.assign(new Error("database is locked"), { name: "SqliteError", code: "SQLITE_BUSY" });
    for (const [error, event, code] of [
      [new Error("not-a-real-secret"), "fault", "INTERNAL_ERROR"],
      [away, "unavailable", "UNAVAILABLE"],
      [new UnrecordedError(new Error("refused")), "not-recorded", "UNAVAILABLE"],
    ] as const) {
      const { lines, ...broken } = await brokenOff(error);
      expect([broken, lines]).toEqual([
        { code },
        [[{ event, ...whole, error: expect.not.objectContaining({ message: expect.anything() as unknown }) }]],
      ]);
    }
  });

  test("whose reader lost the right to it meanwhile is no fault", async () => {
    expect(await brokenOff(new AppError("AUTH_INVALID_KEY"))).toEqual({ code: "AUTH_INVALID_KEY", lines: [] });
  });
});

test("whose request was refused is in the log, once it is known", async () => {
  const [key, session] = [await aKey("stats:read"), await aSession()];
  const observed = async (asked: ContractSpec, request: Request) =>
    (await route(asked, (() => ({ text: "" })) as never).serve(request, {})).logFields;
  expect(await observed(spec, get(key.headers))).toMatchObject({
    code: "AUTH_SCOPE_REQUIRED",
    caller: "key",
    userId: key.userId,
    keyPrefix: key.keyPrefix,
  });
  expect(await observed(writing, post(session.headers))).toMatchObject({
    code: "CROSS_ORIGIN",
    caller: "session",
    userId: session.userId,
  });
  expect(Object.keys(await observed(spec, get()))).toEqual(["requestId", "contract", "code"]);
});

describe("a cached response", () => {
  const keptSpec = { ...spec, cacheable: true } as const;

  test("is made once until the user writes, and a client that has it gets a 304", async () => {
    const { headers, userId } = await aKey();
    const make = vi.fn(() => ({ text: "made" }));
    const handler = route(keptSpec, make);
    const first = await handler.serve(get(headers), {});
    const second = await handler.serve(get(headers), {});
    const etag = first.headers.ETag ?? "";
    expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
    expect([first.status, String(first.body), sent(first)["content-type"], sent(first)["cache-control"]]).toEqual([
      200,
      '{"text":"made"}',
      "application/json",
      "no-store",
    ]);
    expect([second.status, String(second.body), second.headers.ETag, make.mock.calls.length]).toEqual([
      200,
      '{"text":"made"}',
      etag,
      1,
    ]);
    const unchanged = await handler.serve(get({ ...headers, "If-None-Match": etag }), {});
    expect([
      unchanged.status,
      unchanged.body,
      unchanged.headers.ETag,
      sent(unchanged)["cache-control"],
      sent(unchanged)["content-type"],
    ]).toEqual([304, null, etag, "no-store", undefined]);
    await own.db.user.update({ where: { id: userId }, data: { revision: { increment: 1 } } });
    await handler.serve(get(headers), {});
    expect(make).toHaveBeenCalledTimes(2);
  });

  test("is different for another path parameter and another user", async () => {
    const handler = route({ ...keptSpec, path: "/test/{id}" }, ({ caller }, { params }) => ({
      text: `${caller.userId} ${params.id}`,
    }));
    const [ada, grace] = [await aKey(), await aKey()];
    const ids = [randomUUID(), randomUUID()];
    const told = await Promise.all(
      [ada, grace].flatMap(({ headers }) =>
        ids.map(async (id) => String((await handler.serve(get(headers), { id })).body)),
      ),
    );
    expect(told).toEqual([ada, grace].flatMap(({ userId }) => ids.map((id) => `{"text":"${userId} ${id}"}`)));
  });

  test("of a public operation is made once for everybody", async () => {
    const make = vi.fn(() => ({ text: "made" }));
    const handler = route({ ...keptSpec, id: "openAndKept", access: "public" }, make);
    const { headers } = await aKey();
    const [first, second] = [await handler.serve(get(), {}), await handler.serve(get(headers), {})];
    // The identical bytes, not just equal ones.
    expect([String(first.body), second.body === first.body, make.mock.calls.length]).toEqual([
      '{"text":"made"}',
      true,
      1,
    ]);
    expect((await handler.serve(get({ "If-None-Match": first.headers.ETag ?? "" }), {})).status).toBe(304);
  });

  test("is not used by other contracts: their responses are made each time", async () => {
    const { headers } = await aKey();
    const make = vi.fn(() => ({ text: "made" }));
    const handler = route(spec, make);
    for (let times = 0; times < 2; times += 1)
      expect((await handler.serve(get({ ...headers, "If-None-Match": "*" }), {})).status).toBe(200);
    expect(make).toHaveBeenCalledTimes(2);
  });
});
