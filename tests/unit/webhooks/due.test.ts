import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import { findMembership } from "@/lib/auth/grants/membership";
import { createCategory } from "@/lib/services/entries/categories";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { listActivity } from "@/lib/services/activity";
import { createEntry, deleteEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { tellWhatIsDue } from "@/lib/services/reminders/tell";
import { createTeam } from "@/lib/services/teams/teams";
import { transfer } from "@/lib/services/transfer";
import { restoreFromTrash } from "@/lib/services/trash";
import { createWebhook } from "@/lib/services/webhooks/webhooks";
import { deliver } from "@/lib/webhooks/deliver";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { aReceiver } from "../../support/servers/webhook-receiver";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime({ WEBHOOK_PRIVATE_ADDRESSES: "true" })));
afterAll(() => own.close());

const dayMs = 24 * 60 * 60_000;

const began = Date.now();
const inDays = (days: number) => new Date(began + days * dayMs).toISOString();

/** Two processes look at once, so many days from now. */
const look = async (days: number) => {
  const now = began + days * dayMs;
  await Promise.all([tellWhatIsDue(now), tellWhatIsDue(now)]);
};

/** What the activity has told of what is due, the oldest first. */
const toldIn = async (ctx: RequestContext) =>
  (await listActivity(ctx, { limit: 200 }))
    .filter(({ dueAt }) => dueAt !== null)
    .reverse()
    .map(({ action, actor, object, reason, dueAt }) => [action, actor.kind, object?.name, reason, dueAt]);

test("each date is told once: an expiry 7 days before, a replacement on its day, and another date anew", async () => {
  const { ctx, category } = await aServiceVault(own);
  const categoryId = await category("Stripe");
  const value = "not-a-real-value";
  const { id } = await createEntry(ctx, { categoryId, name: "billing", value, expiresAt: inDays(20) });
  await createEntry(ctx, { categoryId, name: "shop", value, rotateEveryDays: 30 });
  await look(12.9);
  expect(await toldIn(ctx)).toEqual([]);
  const first = ["entry.due", "system", "Stripe · billing", "expires", inDays(20)];
  for (const days of [13.1, 14, 21]) {
    await look(days);
    expect([days, await toldIn(ctx)]).toEqual([days, [first]]);
  }
  await updateEntry(ctx, id, { expiresAt: inDays(24) });
  await look(21);
  const second = ["entry.due", "system", "Stripe · billing", "expires", inDays(24)];
  expect(await toldIn(ctx)).toEqual([first, second]);
  await look(29.9);
  expect(await toldIn(ctx)).toHaveLength(2);
  // After a month without the vault.
  await look(60);
  expect((await toldIn(ctx)).slice(2)).toEqual([
    ["entry.due", "system", "Stripe · shop", "rotate", expect.any(String) as string],
  ]);
  const version = await own.db.keyEntry.findUniqueOrThrow({ where: { id }, select: { version: true } });
  expect(version).toEqual({ version: 2 });
});

test("a new value is due on another day, which is told anew", async () => {
  const { ctx, category } = await aServiceVault(own);
  const entry = {
    categoryId: await category("Stripe"),
    name: "billing",
    value: "not-a-real-value",
    rotateEveryDays: 1,
  };
  const { id } = await createEntry(ctx, entry);
  await look(1.5);
  await look(3);
  expect(await toldIn(ctx)).toHaveLength(1);
  await new Promise<void>((resolve) => setImmediate(resolve));
  await updateEntry(ctx, id, { value: "not-a-real-value-either" });
  await look(3);
  const told = await toldIn(ctx);
  expect(told).toHaveLength(2);
  expect(told[1]?.[4]).not.toEqual(told[0]?.[4]);
});

test("nothing is told of what lies in the trash until it is back", async () => {
  const { ctx, category } = await aServiceVault(own);
  const session = ctx as RequestContext<SessionCaller>;
  const entry = { categoryId: await category("Stripe"), name: "billing", value: "not-a-real-value" };
  const { id } = await createEntry(ctx, { ...entry, expiresAt: inDays(1) });
  await deleteEntry(ctx, id);
  await look(0);
  expect(await toldIn(ctx)).toEqual([]);
  await restoreFromTrash(session, id);
  await look(0);
  expect(await toldIn(ctx)).toHaveLength(1);
});

test("what was told in one vault is told anew in the one that it moves to", async () => {
  const { ctx, userId, category } = await aServiceVault(own);
  const self = ctx as RequestContext<SessionCaller>;
  const { id: teamId } = await createTeam(self, { name: "Payments" });
  const membership = (await findMembership(teamId, userId)) ?? expect.fail("they are a member");
  const team: RequestContext<SessionCaller> = { caller: { ...self.caller, ...membership } };
  const entry = { categoryId: await category("Stripe"), name: "billing", value: "not-a-real-value" };
  const { id } = await createEntry(ctx, { ...entry, expiresAt: inDays(1), rotateEveryDays: 1 });
  await look(2);
  expect(await toldIn(ctx)).toHaveLength(2);
  await transfer(self, { teamId, entryIds: [id], envProjectIds: [], twoFactorTokenIds: [] });
  await look(2);
  expect((await toldIn(team)).map(([action, , , reason]) => [action, reason])).toEqual([
    ["entry.due", "expires"],
    ["entry.due", "rotate"],
  ]);
  await look(2);
  expect(await toldIn(team)).toHaveLength(2);
});

test("an access key that expires is told once; a canary is not", async () => {
  const { ctx } = await aServiceVault(own);
  const session = ctx as RequestContext<SessionCaller>;
  const common = { scopes: ["entries:read" as const], expiresAt: inDays(100) };
  await createAccessKey(session, { name: "CI", ...common });
  await createAccessKey(session, { name: "Bait", ...common, canary: true });
  await look(92);
  expect(await toldIn(ctx)).toEqual([]);
  // Twice, and again after the look that leaves out what had expired by then.
  for (const days of [94, 95, 99, 103]) await look(days);
  expect(await toldIn(ctx)).toEqual([["access-key.expiring", "system", "CI", "expires", inDays(100)]]);
  // One that was made since and expires at once.
  await createAccessKey(session, { name: "Short", ...common, expiresAt: inDays(103.1) });
  await look(103.5);
  expect((await toldIn(ctx)).at(-1)?.[2]).toBe("Short");
});

test("a team's webhook is told of the team's, with the date and the page where one deals with it", async () => {
  const { ctx, userId } = await aServiceVault(own);
  const self = ctx as RequestContext<SessionCaller>;
  const { id: teamId } = await createTeam(self, { name: "Payments" });
  const membership = (await findMembership(teamId, userId)) ?? expect.fail("they are a member");
  const team: RequestContext<SessionCaller> = { caller: { ...self.caller, ...membership } };
  const receiver = await aReceiver();
  const ownReceiver = await aReceiver();
  const { id: webhookId } = await createWebhook(team, { url: receiver.url, events: ["entry.due"] });
  const { id: ownId } = await createWebhook(self, { url: ownReceiver.url, events: ["*"] });
  const { id: categoryId } = await createCategory(team, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  const value = "not-a-real-value-of-a-team";
  const { id } = await createEntry(team, { categoryId, name: "billing", value, expiresAt: inDays(2) });
  await look(0);
  await deliver({ id: webhookId, userId: teamId }, { now: Date.now });
  await deliver({ id: ownId, userId }, { now: Date.now });
  expect(receiver.received).toHaveLength(1);
  expect(ownReceiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).not.toContain(
    "entry.due",
  );
  const [{ body } = { body: "" }] = receiver.received;
  expect(body).not.toContain(value);
  expect(JSON.parse(body)).toMatchObject({
    type: "entry.due",
    data: {
      vaultId: teamId,
      actor: { kind: "system", userId: null },
      object: { kind: "entry", id, name: "Stripe · billing" },
      due: { reason: "expires", dueAt: inDays(2), path: `/teams/${teamId}?rotate=${id}` },
    },
  });
});

test("a mark and its record are written together or not at all", async () => {
  const { ctx, userId, category } = await aServiceVault(own);
  const entry = { categoryId: await category("Stripe"), name: "billing", value: "not-a-real-value" };
  await createEntry(ctx, { ...entry, expiresAt: inDays(1) });
  const head = await own.db.activityHead.findUniqueOrThrow({ where: { userId } });
  // The next record's number is taken: writing it fails, as the transaction's last step.
  await own.db.activityHead.update({ where: { userId }, data: { number: head.number - 1 } });
  await expect(tellWhatIsDue(began)).rejects.toThrow();
  expect(await toldIn(ctx)).toEqual([]);
  await own.db.activityHead.update({ where: { userId }, data: { number: head.number } });
  await look(0);
  expect(await toldIn(ctx)).toHaveLength(1);
});

test("one vault’s trouble is not the others’, however much is due there first", async () => {
  const [troubled, other] = [await aServiceVault(own), await aServiceVault(own)];
  const entry = { name: "billing", value: "not-a-real-value" };
  const first = { ...entry, categoryId: await troubled.category("Stripe"), expiresAt: inDays(1) };
  for (let count = 0; count < 101; count += 1) await createEntry(troubled.ctx, first);
  await createEntry(other.ctx, { ...entry, categoryId: await other.category("Stripe"), expiresAt: inDays(2) });
  const where = { userId: troubled.userId };
  await own.db.activityHead.update({ where, data: { number: 0 } });
  await expect(tellWhatIsDue(began)).rejects.toThrow();
  expect(await toldIn(other.ctx)).toHaveLength(1);
  await own.db.user.delete({ where: { id: troubled.userId } });
});

test("a thousand old dates of one vault keep no other from being told in the same look, and all are told", async () => {
  const [busy, other] = [await aServiceVault(own), await aServiceVault(own)];
  const entry = { name: "billing", value: "not-a-real-value" };
  const categoryId = await busy.category("Stripe");
  const rows = Array.from({ length: 1_001 }, (_, index) => ({
    userId: busy.userId,
    categoryId,
    name: "old",
    encryptedValue: new Uint8Array(1),
    expiresAt: new Date(began - dayMs + index),
  }));
  await own.db.keyEntry.createMany({ data: rows });
  await createEntry(other.ctx, { ...entry, categoryId: await other.category("Stripe"), expiresAt: inDays(2) });
  const untold = () => own.db.keyEntry.count({ where: { userId: busy.userId, toldExpiresAt: null } });
  await tellWhatIsDue(began);
  expect(await toldIn(other.ctx)).toHaveLength(1);
  // It has the rest of the look for itself.
  expect(await untold()).toBeLessThan(30);
  await tellWhatIsDue(began);
  expect(await untold()).toBe(0);
});

test("a clock that once ran a year ahead keeps no key from being told", async () => {
  const { ctx } = await aServiceVault(own);
  const self = ctx as { caller: SessionCaller };
  await tellWhatIsDue(began + 365 * dayMs);
  await createAccessKey(self, { name: "Deploy", scopes: ["entries:read"], expiresAt: inDays(3) });
  await tellWhatIsDue(began);
  expect(await toldIn(ctx)).toEqual([["access-key.expiring", "system", "Deploy", "expires", inDays(3)]]);
  // And it looks at what expired long ago no longer than once.
  const { at } = await own.db.upkeep.findUniqueOrThrow({ where: { name: "told-keys" } });
  expect(at.getTime()).toBe(began);
});
