import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RequestContext } from "@/lib/auth/context";
import { beginSession, lookUpSession } from "@/lib/auth/credentials/session";
import type { ContractSpec } from "@/lib/contracts/contract";
import { selectionOf } from "@/lib/crypto/macs/covered-columns";
import type { Role } from "@/lib/contracts/people/roles";
import { route } from "@/lib/http/route";
import { deleteAccount, updateAccount } from "@/lib/identity/accounts/account";
import { linkIdentity, unlinkIdentity } from "@/lib/identity/identities";
import { updateMailChoice } from "@/lib/identity/accounts/mail-choice";
import { deletePasskey, renamePasskey } from "@/lib/identity/passkeys";
import { removeSecondFactor, replaceRecoveryCodes } from "@/lib/identity/second-factor";
import { endOtherSessions, endSession } from "@/lib/identity/sessions";
import { createAccessKey, revokeAccessKey, rotateAccessKey } from "@/lib/services/access/access-keys";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry } from "@/lib/services/entries/entries";
import { storedLimits } from "@/lib/auth/grants/key-bounds";
import { createTeam } from "@/lib/services/teams/teams";
import { openSession } from "../../../support/sign-in/open-session";
import { requestFacts } from "../../../support/callers/request-facts";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";
import { signOwn } from "../../../support/sign-in/signing";

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

/** The headers of a key that a member makes in the team. */
async function keyOf({ teamId, userId }: { teamId: string; userId: string }) {
  const caller = { ...(await openSession(userId)), team: { id: teamId, role: "editor" }, bounds: null } as const;
  const { key } = await createAccessKey({ caller }, { name: "CI", scopes: ["categories:write"] });
  return { Authorization: `Bearer ${key}` };
}

/** As it is done when a member is removed whose keys stay. */
async function passKeysOn(teamId: string, from: string, to: string): Promise<void> {
  const keys = await own.db.accessKey.findMany({
    where: { userId: teamId, makerId: from },
    select: selectionOf("AccessKey"),
  });
  for (const key of keys) {
    const { mac, makerId } = own.rights.sign("AccessKey", { ...key, makerId: to });
    await own.db.accessKey.update({ where: { id: key.id }, data: { mac, makerId } });
  }
  await own.db.membership.deleteMany({ where: { teamId, userId: from } });
}

/** By a transaction of its own, and in a commit that simultaneous writes share. */
type Way = "category" | "entry";

/** The code of a request that makes one after `meanwhile`, and how many the vault has then. */
async function writeAfter(
  ownerId: string,
  headers: Record<string, string>,
  meanwhile: () => Promise<unknown>,
  way: Way = "category",
) {
  const name = randomUUID();
  const { id: categoryId } =
    way === "entry"
      ? await own.db.keyCategory.create({ data: { userId: ownerId, name, keyType: "json" } })
      : { id: "" };
  const handler = route(spec, async (ctx: RequestContext) => {
    await meanwhile();
    if (way === "entry") await createEntry(ctx, { categoryId, name: "billing", value: "{}" });
    else await createCategory(ctx, { name, keyType: "json" });
    return {};
  });
  const request = new Request("http://vault.invalid/api/test", { method: "POST", headers });
  const { logFields } = await handler.serve(request as Parameters<typeof handler.serve>[0], {});
  const where = { where: { userId: ownerId } };
  return [logFields.code, await (way === "entry" ? own.db.keyEntry.count(where) : own.db.keyCategory.count(where))];
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
  const another = async () => {
    const row = { id: randomUUID(), teamId, userId: await aUser(), role: "editor", bounds: null };
    await own.db.membership.create({ data: own.rights.sign("Membership", row) });
    return row.userId;
  };
  return {
    teamId,
    userId,
    another,
    headers: { ...headers, "X-Team-Id": teamId },
    regrant: (role: Role, bounds?: string | null) =>
      own.db.membership.update({ where: { id }, data: grant(role, bounds) }),
    remove: () => own.db.membership.delete({ where: { id } }),
  };
}

describe.each(["category", "entry"] as const)("no %s is written by", (way) => {
  test("a key that was revoked", async () => {
    const { userId, ctx, id, headers } = await aKey();
    expect(await writeAfter(userId, headers, () => revokeAccessKey(ctx, id), way)).toEqual(["AUTH_INVALID_KEY", 0]);
  });

  test("a key that was replaced at once; one that works on for a while writes", async () => {
    const [replaced, rotated] = [await aKey(), await aKey()];
    const rotate = ({ ctx, id }: typeof replaced, overlapHours: number) =>
      rotateAccessKey(ctx, id, { overlapHours }).then(() => undefined);
    expect(await writeAfter(replaced.userId, replaced.headers, () => rotate(replaced, 0), way)).toEqual([
      "AUTH_INVALID_KEY",
      0,
    ]);
    expect(await writeAfter(rotated.userId, rotated.headers, () => rotate(rotated, 1), way)).toEqual([undefined, 1]);
  });

  test("a session that has ended", async () => {
    const userId = await aUser();
    const { headers, end } = await aSession(userId);
    expect(await writeAfter(userId, headers, async () => undefined, way)).toEqual([undefined, 1]);
    expect(await writeAfter(userId, headers, end, way)).toEqual(["AUTH_REQUIRED", 1]);
  });

  test("a member who was removed, or has another role", async () => {
    const [removed, demoted, promoted] = [await aMember(), await aMember(), await aMember()];
    expect(await writeAfter(removed.teamId, removed.headers, removed.remove, way)).toEqual(["TEAM_NOT_FOUND", 0]);
    expect(await writeAfter(demoted.teamId, demoted.headers, () => demoted.regrant("reader"), way)).toEqual([
      "AUTH_SCOPE_REQUIRED",
      0,
    ]);
    // What its role was asked for may depend on the former one.
    expect(await writeAfter(promoted.teamId, promoted.headers, () => promoted.regrant("owner"), way)).toEqual([
      "OUT_OF_BOUNDS",
      0,
    ]);
  });

  test("a member's key once they were removed; one that is passed on to a member of that role writes", async () => {
    const [removed, passed] = [await aMember(), await aMember()];
    expect(await writeAfter(removed.teamId, await keyOf(removed), removed.remove, way)).toEqual([
      "AUTH_INVALID_KEY",
      0,
    ]);
    const heir = await passed.another();
    const headers = await keyOf(passed);
    const passOn = () => passKeysOn(passed.teamId, passed.userId, heir);
    expect(await writeAfter(passed.teamId, headers, passOn, way)).toEqual([undefined, 1]);
  });
});

test("no category is written by a member who was limited", async () => {
  const { teamId, headers, regrant } = await aMember();
  const bounds = storedLimits({ projects: ["web"] });
  expect(await writeAfter(teamId, headers, () => regrant("editor", bounds))).toEqual(["OUT_OF_BOUNDS", 0]);
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
