import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import { listDueWebhooks } from "@/lib/db/queries/maintenance/webhooks";
import { createCategory } from "@/lib/services/entries/categories";
import { createWebhook } from "@/lib/services/webhooks/webhooks";
import { listDeliveries } from "@/lib/services/webhooks/webhook-deliveries";
import { deliver } from "@/lib/webhooks/deliver";
import { dueTimes, waitAfter } from "@/lib/webhooks/settle";
import { report, sizes } from "../../support/long-runs";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { aReceiver, type Received } from "../../support/servers/webhook-receiver";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime({ WEBHOOK_PRIVATE_ADDRESSES: "true" })));
afterAll(() => own.close());

const hourMs = 60 * 60_000;
const named = ({ body }: Received) => String(Object(JSON.parse(body)).data.object.name);

/** A vault with a webhook to `url` and so many categories. */
async function aToldVault(url: string, count: number) {
  const { ctx, userId } = await aServiceVault(own);
  const session = ctx as RequestContext<SessionCaller>;
  const { id } = await createWebhook(session, { url, events: ["category.create"] });
  const names = Array.from({ length: count }, (_, index) => `category ${index}`);
  for (const name of names) await createCategory(ctx, { name, keyType: "json", envVarName: null });
  const row = () => own.db.webhook.findUniqueOrThrow({ where: { id } });
  const isTold = async () =>
    (await row()).position >= (await own.db.activityHead.findUniqueOrThrow({ where: { userId } })).number;
  return { webhook: { id, userId }, session, names, row, isTold };
}

describe("messages", () => {
  test(
    "reach a receiver that fails half the time, in order: none is lost, and none comes again after its 2xx",
    async () => {
      const taken: string[] = [];
      let asked = 0;
      const receiver = await aReceiver((outgoing, received) => {
        // A sequence that looks random and is the same each time.
        asked += 1;
        const isTaken = (asked * 2_654_435_761) % 4_294_967_296 < 2_147_483_648;
        if (isTaken) taken.push(named(received));
        outgoing.writeHead(isTaken ? 200 : 500).end();
      });
      const { webhook, names, isTold } = await aToldVault(receiver.url, sizes.webhookEvents);
      // The clock moves on by more than any wait, as often as it takes. Two processes try at once.
      for (let now = Date.now(); !(await isTold()); now += 2 * hourMs) {
        const options = { now: () => now };
        await Promise.all([deliver(webhook, options), deliver(webhook, options)]);
      }
      expect(taken).toEqual(names);
      expect(receiver.received.length).toBeGreaterThan(names.length * 1.5);
      report({ run: "webhooks", events: names.length, attempts: receiver.received.length });
    },
    sizes.timeoutMs,
  );

  test("are sent by one process at a time; the lease of one that died ends", async () => {
    const receiver = await aReceiver();
    const { webhook, isTold } = await aToldVault(receiver.url, 1);
    const now = Date.now();
    const leaseUntil = new Date(now + 5_000);
    await own.db.webhook.update({ where: { id: webhook.id }, data: { leaseId: "another", leaseUntil } });
    await deliver(webhook, { now: () => now });
    expect(receiver.received).toEqual([]);
    await deliver(webhook, { now: () => now + 5_000 });
    expect([receiver.received.length, await isTold()]).toEqual([1, true]);
  });

  test("whose sender lost its lease meanwhile are not counted by it", async () => {
    let id = "";
    const receiver = await aReceiver((outgoing) => {
      const taken = own.db.webhook.update({ where: { id }, data: { leaseId: "another" } });
      void taken.then(() => outgoing.writeHead(500).end());
    });
    const { webhook, row } = await aToldVault(receiver.url, 1);
    ({ id } = webhook);
    const before = await row();
    await deliver(webhook, { now: Date.now });
    expect(receiver.received).toHaveLength(1);
    expect(await row()).toMatchObject({ position: before.position, attempts: 0, leaseId: "another" });
    expect(await own.db.webhookDelivery.count({ where: { webhookId: webhook.id } })).toBe(0);
  });

  test("wait longer after each failure, and for a day in all; then the webhook is disabled", async () => {
    const { webhook, session, row } = await aToldVault("http://127.0.0.1:1/", 1);
    const began = Date.now();
    let now = began;
    const waits: number[] = [];
    for (;;) {
      await deliver(webhook, { now: () => now });
      const { nextAttemptAt, disabledAt } = await row();
      if (disabledAt) break;
      waits.push((nextAttemptAt?.getTime() ?? 0) - now);
      now = nextAttemptAt?.getTime() ?? expect.fail("it is tried no more");
    }
    expect(now - began).toBeGreaterThanOrEqual(24 * hourMs);
    expect(now - began).toBeLessThan(25.5 * hourMs);
    expect(waits[0]).toBeLessThan(3_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.2 * hourMs);
    expect(await row()).toMatchObject({ disabledFor: "failing", leaseId: null });
    expect(await listDeliveries(session, webhook.id, {})).toMatchObject([
      { state: "failed", attempts: waits.length + 1, status: null, fault: "unreachable" },
    ]);
    const last = await own.db.activity.findFirst({ where: { userId: webhook.userId }, orderBy: { number: "desc" } });
    expect(last).toMatchObject({ action: "webhook.disable", actorKind: "system", objectName: "127.0.0.1:1" });
  });

  test("are sent in turns: one whose turn is over gives back its lease, and the next turn goes on from there", async () => {
    const receiver = await aReceiver();
    const { webhook, names, row, isTold } = await aToldVault(receiver.url, 3);
    // The first record is the webhook's own, of which nobody is told.
    for (let turn = 0; turn <= 3; turn += 1) {
      await deliver(webhook, { now: Date.now, turnMs: 0 });
      expect(receiver.received.map(named)).toEqual(names.slice(0, turn));
      expect(await row()).toMatchObject({ leaseId: null, leaseUntil: null, nextAttemptAt: null });
    }
    expect(await isTold()).toBe(true);
  });

  test("wait for no time that a clock set which has been set back by a day since", async () => {
    const receiver = await aReceiver((outgoing, _, number) => void outgoing.writeHead(number < 3 ? 500 : 200).end());
    const { webhook, row, isTold } = await aToldVault(receiver.url, 1);
    const [now, dayAgo] = [Date.now(), Date.now() - 24 * hourMs];
    await deliver(webhook, { now: () => now });
    // It was killed while it tried again.
    const leaseUntil = new Date(now + 5_000);
    await own.db.webhook.update({ where: { id: webhook.id }, data: { leaseId: "killed", leaseUntil } });
    const due = await own.reads.all(listDueWebhooks, { ...dueTimes(dayAgo), after: "", limit: 100 });
    expect(due).toContainEqual(webhook);
    await deliver(webhook, { now: () => dayAgo });
    // It is tried for a day from then on, and not for a day more.
    expect(await row()).toMatchObject({ attempts: 2, failingSince: new Date(dayAgo) });
    await deliver(webhook, { now: () => dayAgo + hourMs });
    expect([receiver.received.length, await isTold()]).toEqual([3, true]);
  });

  test("that somebody sent again by hand are not sent once more", async () => {
    const receiver = await aReceiver();
    const { webhook, isTold } = await aToldVault("http://127.0.0.1:1/", 1);
    const now = Date.now();
    await deliver(webhook, { now: () => now });
    await own.db.webhookDelivery.updateMany({ where: { webhookId: webhook.id }, data: { state: "delivered" } });
    await deliver(webhook, { now: () => now + hourMs });
    expect([await isTold(), receiver.received]).toEqual([true, []]);
  });
});

test("waits double from two seconds up to an hour", () => {
  expect([1, 2, 3, 11, 12, 40, 5_000].map((attempts) => waitAfter(attempts, 0))).toEqual([
    2_000,
    4_000,
    8_000,
    2_048_000,
    hourMs,
    hourMs,
    hourMs,
  ]);
  expect(waitAfter(1, 1)).toBe(2_400);
});
