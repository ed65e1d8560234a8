import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { OidcAdmission } from "@/lib/identity/next-auth";
import type { Intent } from "@/lib/identity/oidc/intent";
import * as outcome from "@/lib/identity/oidc/outcome";
import { newRequestFacts } from "@/lib/http/request/request-facts";
import { beginSession, findSession } from "@/lib/auth/credentials/session";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";
import { signOwn } from "../../../support/sign-in/signing";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

type OutcomeInput = [intent: Intent | null, issuer: string, admission: OidcAdmission];
const issuer = "https://login.example.com";
const request = (headers: Record<string, string> = {}) =>
  new Request("http://vault.invalid/api/auth/callback/oidc", { headers });
const reachOutcome = (from: Request, ...rest: OutcomeInput) =>
  outcome.reachOutcome(from, newRequestFacts(from), ...rest);
const admission = (profile?: Record<string, unknown>) => ({ user: { id: "from next-auth" }, profile });

describe("a sign-in", () => {
  test("gives next-auth the vault's user and a new session, with the browser's user agent", async () => {
    const { user, profile } = admission({ sub: randomUUID(), name: "Ada" });
    expect(
      await reachOutcome(request({ "User-Agent": "Example/1", "X-Forwarded-For": "192.0.2.7" }), null, issuer, {
        user,
        profile,
      }),
    ).toBe(true);
    expect(user).toEqual({
      id: expect.any(String) as string,
      email: expect.stringMatching(/\.invalid$/) as string,
      name: "Ada",
      sessionToken: expect.any(String) as string,
    });
    const sessionToken = (user as { sessionToken?: string }).sessionToken ?? "";
    expect((await findSession(sessionToken))?.userId).toBe(user.id);
    expect(await own.db.session.findFirst({ where: { userId: user.id } })).toMatchObject({
      method: "oidc",
      userAgent: "Example/1",
      address: "192.0.2.7",
    });
    const silent = admission({ sub: randomUUID() });
    await reachOutcome(request(), null, issuer, silent);
    expect(await own.db.session.findFirst({ where: { userId: silent.user.id } })).toMatchObject({
      userAgent: null,
      address: null,
    });
  });

  test.each([undefined, {}, { sub: "" }, { sub: 7 }])(
    "claims without a subject (%j) are not a sign-in",
    async (profile) => {
      await expect(reachOutcome(request(), null, issuer, admission(profile))).rejects.toMatchObject({
        name: "OidcFailure",
        code: "OIDC_TOKEN_INVALID",
      });
    },
  );

  test("claims that are not text are ignored, and an e-mail address counts only if the provider vouches for it", async () => {
    const odd = admission({ sub: randomUUID(), name: { first: "Ada" }, email: 7, email_verified: true });
    expect(await reachOutcome(request(), null, issuer, odd)).toBe(true);
    expect(odd.user).toMatchObject({ name: null, email: expect.stringMatching(/\.invalid$/) as string });
    for (const email_verified of ["true", 1, undefined]) {
      const unsure = admission({ sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified });
      await reachOutcome(request(), null, issuer, unsure);
      expect(unsure.user).toMatchObject({ email: expect.stringMatching(/\.invalid$/) as string });
    }
  });
});

test("an identity that is unlinked while it signs in starts no session", async () => {
  const subject = randomUUID();
  const { user } = admission({ sub: subject });
  await reachOutcome(request(), null, issuer, { user, profile: { sub: subject } });
  // The account's second factors are looked up once the identity is known.
  const real = own.db.user.findUnique.bind(own.db.user) as (given: object) => Promise<unknown>;
  const meanwhile = vi.spyOn(own.db.user, "findUnique").mockImplementationOnce((async (given: object) => {
    await own.db.account.deleteMany({ where: { subject } });
    return real(given);
  }) as never);
  const reaching = reachOutcome(request(), null, issuer, admission({ sub: subject }));
  await expect(reaching).rejects.toMatchObject({ code: "AUTH_REQUIRED" });
  meanwhile.mockRestore();
  expect(await own.db.session.count({ where: { userId: user.id } })).toBe(1);
});

describe("a re-authentication", () => {
  async function aLinkedUser() {
    const subject = randomUUID();
    const { id: userId } = await own.db.user.create({
      data: { email: `${randomUUID()}@example.com`, accounts: { create: { issuer, subject } } },
    });
    await signOwn(own, "User", "Account");
    const token = await beginSession(userId, { method: "password" });
    const { id: sessionId } = await own.db.session.findFirstOrThrow({ where: { userId } });
    let cookie = `next-auth.session-token=${await encode({ token: { sessionToken: token }, secret: own.sessionSecret })}`;
    const startedAt = Math.floor(Date.now() / 1000) * 1000;
    const intent: Intent = {
      purpose: "reauthenticate",
      sessionId,
      state: "state",
      startedAt,
      returnTo: "/access-keys",
    };
    const prove = async (authTime: unknown) => {
      const outcome = await reachOutcome(
        request({ Cookie: cookie }),
        intent,
        issuer,
        admission({ sub: subject, auth_time: authTime }),
      );
      const { goOn, cookie: renewed } = outcome as { goOn: string; cookie: string };
      cookie = renewed.split(";")[0] ?? "";
      return goOn;
    };
    return { startedAtSeconds: startedAt / 1000, prove };
  }

  test("may be as old as the accepted clock difference, and no older: auth_time is in whole seconds", async () => {
    const { startedAtSeconds, prove } = await aLinkedUser();
    expect(await prove(startedAtSeconds)).toBe("/access-keys");
    expect(await prove(startedAtSeconds - 11)).toBe("/access-keys");
    await expect(prove(startedAtSeconds - 12)).rejects.toMatchObject({ code: "OIDC_NOT_RECENT" });
  });

  test.each([undefined, null, "now", String(Math.floor(Date.now() / 1000) + 60)])(
    "with %j from the provider does not count",
    async (authTime) => {
      const { prove } = await aLinkedUser();
      await expect(prove(authTime)).rejects.toMatchObject({ code: "OIDC_NOT_RECENT" });
    },
  );
});
