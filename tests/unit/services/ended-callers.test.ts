import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/auth/context";
import { beginSession, lookUpSession } from "@/lib/auth/session";
import type { ContractSpec } from "@/lib/contracts/contract";
import type { Role } from "@/lib/contracts/people/roles";
import { route } from "@/lib/http/route";
import { deleteAccount, updateAccount } from "@/lib/identity/account";
import { linkIdentity, unlinkIdentity } from "@/lib/identity/identities";
import { updateMailChoice } from "@/lib/identity/mail-choice";
import { deletePasskey, renamePasskey } from "@/lib/identity/passkeys";
import { removeSecondFactor, replaceRecoveryCodes } from "@/lib/identity/second-factor";
import { endOtherSessions, endSession } from "@/lib/identity/sessions";
import { createAccessKey, revokeAccessKey, rotateAccessKey } from "@/lib/services/access-keys";
import { createCategory } from "@/lib/services/categories";
import { storedBounds } from "@/lib/services/teams/membership";
import { createTeam } from "@/lib/services/teams/teams";
import { openSession } from "../../support/open-session";
import { requestFacts } from "../../support/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { signOwn } from "../../support/signing";

/*
 * A request whose caller loses what let it in, once it is past the last check and before its transaction begins: as one
 * that waits for others does. What was answered to whoever took it away must hold.
 */

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const spec = {
  id: "testOperation",
  method: "POST",
  path: "/test",
  tag: "Test",
  summary: "A test's own",
  access: { scope: "categories:write" },
  reply: { status: 200, json: z.object({}) },
} as const satisfies ContractSpec;

async function aUser(): Promise<string> {
  const { id } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  await signOwn(own, "User");
  return id;
}

/** The code of a request that makes a category after `meanwhile`, and how many categories the vault has then. */
async function writeAfter(ownerId: string, headers: Record<string, string>, meanwhile: () => Promise<unknown>) {
  const handler = route(spec, async (ctx: Context) => {
    await meanwhile();
    await createCategory(ctx, { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" });
    return {};
  });
  const request = new Request("http://vault.invalid/api/test", { method: "POST", headers });
  const { logFields } = await handler.serve(request as Parameters<typeof handler.serve>[0], {});
  return [logFields.code, await own.db.keyCategory.count({ where: { userId: ownerId } })];
}

async function aKey() {
  const userId = await aUser();
  const ctx = { caller: await openSession(userId) };
  const { id, key } = await createAccessKey(ctx, { name: "CI", scopes: ["categories:write"] });
  return { userId, ctx, id, headers: { Authorization: `Bearer ${key}` } };
}

async function aSession(userId: string) {
  const sessionToken = await beginSession(userId, { method: "password" });
  const cookie = await encode({ token: { sessionToken }, secret: own.sessionSecret });
  const id = (await lookUpSession(sessionToken))?.caller.sessionId;
  const headers = { Cookie: `next-auth.session-token=${cookie}`, "Sec-Fetch-Site": "same-origin" };
  return { headers, end: () => own.db.session.delete({ where: { id: id ?? "" } }) };
}

/** A member of a team, with a session that acts in it. */
async function aMember() {
  const { id: teamId } = await createTeam({ caller: await openSession(await aUser()) }, { name: "Payments" });
  const userId = await aUser();
  const id = randomUUID();
  const grant = (role: Role, bounds: string | null = null) =>
    own.rights.sign("Membership", { id, teamId, userId, role, bounds });
  await own.db.membership.create({ data: grant("editor") });
  const { headers } = await aSession(userId);
  return {
    teamId,
    headers: { ...headers, "X-Team-Id": teamId },
    regrant: (role: Role, bounds?: string | null) =>
      own.db.membership.update({ where: { id }, data: grant(role, bounds) }),
    remove: () => own.db.membership.delete({ where: { id } }),
  };
}

describe("nothing is written by", () => {
  test("a key that was revoked", async () => {
    const { userId, ctx, id, headers } = await aKey();
    expect(await writeAfter(userId, headers, () => revokeAccessKey(ctx, id))).toEqual(["AUTH_INVALID_KEY", 0]);
  });

  test("a key that was replaced at once; one that works on for a while writes", async () => {
    const [replaced, rotated] = [await aKey(), await aKey()];
    const rotate = ({ ctx, id }: typeof replaced, overlapHours: number) =>
      rotateAccessKey(ctx, id, { overlapHours }).then(() => undefined);
    expect(await writeAfter(replaced.userId, replaced.headers, () => rotate(replaced, 0))).toEqual([
      "AUTH_INVALID_KEY",
      0,
    ]);
    expect(await writeAfter(rotated.userId, rotated.headers, () => rotate(rotated, 1))).toEqual([undefined, 1]);
  });

  test("a session that has ended", async () => {
    const userId = await aUser();
    const { headers, end } = await aSession(userId);
    expect(await writeAfter(userId, headers, async () => undefined)).toEqual([undefined, 1]);
    expect(await writeAfter(userId, headers, end)).toEqual(["AUTH_REQUIRED", 1]);
  });

  test("a member who was removed, demoted or limited", async () => {
    const [removed, demoted, limited] = [await aMember(), await aMember(), await aMember()];
    expect(await writeAfter(removed.teamId, removed.headers, removed.remove)).toEqual(["TEAM_NOT_FOUND", 0]);
    expect(await writeAfter(demoted.teamId, demoted.headers, () => demoted.regrant("reader"))).toEqual([
      "AUTH_SCOPE_REQUIRED",
      0,
    ]);
    // What its role was asked for may depend on the former one.
    const promoted = await aMember();
    expect(await writeAfter(promoted.teamId, promoted.headers, () => promoted.regrant("owner"))).toEqual([
      "OUT_OF_BOUNDS",
      0,
    ]);
    const bounds = storedBounds({ projects: ["web"] });
    expect(await writeAfter(limited.teamId, limited.headers, () => limited.regrant("editor", bounds))).toEqual([
      "OUT_OF_BOUNDS",
      0,
    ]);
  });
});

test.each([
  ["a new name", (caller) => updateAccount(caller, { name: "Eve" })],
  ["an identity that is linked", (caller) => linkIdentity(caller, { issuer: "https://id.example", subject: "eve" })],
  ["an identity that is unlinked", (caller) => unlinkIdentity(caller, randomUUID())],
  ["mails that are turned off", (caller) => updateMailChoice(caller, { signIns: false })],
  ["a passkey that is renamed", (caller) => renamePasskey(caller, randomUUID(), { name: "Phone" })],
  ["a passkey that is removed", (caller) => deletePasskey(caller, randomUUID())],
  ["a second factor that is turned off", (caller) => removeSecondFactor(caller)],
  ["new recovery codes", (caller) => replaceRecoveryCodes(caller)],
  ["another session that it ends", (caller) => endSession(caller, randomUUID())],
  ["all other sessions that it ends", (caller) => endOtherSessions(caller)],
  ["an account that is deleted", (caller, email) => deleteAccount(caller, { email, endTeams: true })],
] satisfies [string, (caller: Awaited<ReturnType<typeof openSession>>, email: string) => Promise<unknown>][])(
  "an ended session does not finish %s",
  async (_what, act) => {
    const userId = await aUser();
    const caller = await openSession(userId);
    await own.db.session.deleteMany({ where: { userId } });
    const before = await own.db.user.findUniqueOrThrow({ where: { id: userId } });
    await expect(act({ ...caller, request: requestFacts() }, before.email)).rejects.toMatchObject({
      code: "AUTH_REQUIRED",
    });
    expect(await own.db.user.findUniqueOrThrow({ where: { id: userId } })).toEqual(before);
    expect(await own.db.account.count({ where: { userId } })).toBe(0);
    expect(await own.db.mailChoice.count({ where: { userId } })).toBe(0);
  },
);
