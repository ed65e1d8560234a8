import { expect } from "vitest";
import { storedInstant } from "@/lib/db/instants";
import { insertActivityHead } from "@/lib/db/queries/activity/activity-append";
import { bound } from "@/lib/db/queries/query";
import { listDueWebhooks } from "@/lib/db/queries/maintenance/webhooks";
import { dueTimes } from "@/lib/webhooks/settle";
import { type Cases, type Own, select } from "./cases";

/** The counterparts, in Prisma, of the queries of webhooks and mail. */
export function deliveriesLikePrisma(own: Own): Record<string, Cases> {
  const aWebhook = (userId: string, more: object = {}) =>
    own().db.webhook.create({ data: { userId, sealedTarget: new Uint8Array([1]), position: -1, ...more } });
  const aMail = (userId: string, more: object) =>
    own().db.mail.create({ data: { userId, sealedMessage: new Uint8Array([1]), ...more } });
  const deliveryOf = (userId: string, webhookId: string) => ({
    userId,
    webhookId,
    number: 1,
    messageId: "msg_1",
    event: "entry.create",
    state: "pending",
    attempts: 1,
    milliseconds: 1,
    lastAttemptAt: new Date(),
  });

  return {
    findDueDelivery: async ({ userId }) => {
      const { id: webhookId } = await aWebhook(userId);
      const createdAt = new Date("2000-01-01");
      await own().db.webhookDelivery.create({ data: { ...deliveryOf(userId, webhookId), createdAt } });
      return [
        [{ dueAt: storedInstant(createdAt) }, [{ createdAt }]],
        [{ dueAt: storedInstant(new Date(0)) }, []],
      ];
    },
    listDueWebhooks: async ({ userId }) => {
      const { id } = await aWebhook(userId);
      const [past, future] = [new Date(1_000), new Date(Date.now() + 60_000)];
      // Whatever the number of the newest record is, the webhook is behind it.
      await own().writes.run(bound(insertActivityHead, { userId }));
      const after = id.slice(0, -1);
      const asked = { ...dueTimes(Date.now()), after, limit: 1 };
      const farAhead = new Date(Date.now() + 24 * 60 * 60_000);
      const cases: { data: object; due: boolean }[] = [
        { data: {}, due: true },
        { data: { nextAttemptAt: past, leaseUntil: past }, due: true },
        { data: { nextAttemptAt: future }, due: false },
        { data: { nextAttemptAt: null, leaseUntil: future }, due: false },
        { data: { nextAttemptAt: farAhead, leaseUntil: farAhead }, due: true },
        { data: { nextAttemptAt: null, leaseUntil: null, disabledAt: past }, due: false },
        { data: { disabledAt: null, position: 1_000_000 }, due: false },
        { data: { position: -1 }, due: true },
      ];
      for (const { data, due } of cases) {
        await own().db.webhook.update({ where: { id }, data });
        expect([data, await own().reads.all(listDueWebhooks, asked)]).toEqual([data, due ? [{ id, userId }] : []]);
      }
      return [[asked, [{ id, userId }]]];
    },
    findLeasedWebhook: async ({ userId }) => {
      const { id } = await aWebhook(userId, { leaseId: "mine" });
      const columns = select("id", "userId", "sealedTarget", "position", "attempts", "failingSince");
      return [
        [
          { id, userId, leaseId: "mine" },
          [await own().db.webhook.findUniqueOrThrow({ where: { id }, select: columns })],
        ],
        [{ id, userId, leaseId: "another" }, []],
        [{ id, userId: "none", leaseId: "mine" }, []],
      ];
    },
    findDelivery: async ({ userId }) => {
      const { id: webhookId } = await aWebhook(userId);
      const { id } = await own().db.webhookDelivery.create({ data: deliveryOf(userId, webhookId) });
      return [
        [{ userId, webhookId, number: 1 }, [{ id, state: "pending" }]],
        [{ userId, webhookId, number: 2 }, []],
      ];
    },
    listDueMails: async ({ userId }) => {
      const [past, future] = [new Date(1_000), new Date(Date.now() + 60_000)];
      await own().db.mail.deleteMany();
      const { id } = await aMail(userId, { nextAttemptAt: past });
      await aMail(userId, { nextAttemptAt: future });
      return [
        [{ nowAt: storedInstant(past), limit: 1 }, [{ id }]],
        [{ nowAt: storedInstant(new Date(0)), limit: 1 }, []],
      ];
    },
    listMailsAhead: async ({ userId }) => {
      const [near, far] = [new Date(Date.now() + 60_000), new Date(Date.now() + 120_000)];
      await own().db.mail.deleteMany();
      await aMail(userId, { nextAttemptAt: near });
      const { id } = await aMail(userId, { nextAttemptAt: far });
      return [
        [{ aheadAt: storedInstant(near), limit: 2 }, [{ id }]],
        [{ aheadAt: storedInstant(far), limit: 2 }, []],
      ];
    },
    findLeasedMail: async ({ userId }) => {
      const { id } = await aMail(userId, { leaseId: "mine" });
      const columns = select("id", "userId", "sealedMessage", "attempts", "createdAt");
      return [
        [{ id, leaseId: "mine" }, [await own().db.mail.findUniqueOrThrow({ where: { id }, select: columns })]],
        [{ id, leaseId: "another" }, []],
      ];
    },
    findLostMail: async ({ userId }) => {
      const record = {
        userId,
        objectId: userId,
        action: "account.mail-lost",
        actorKind: "system",
        outcome: "done",
        mac: "x",
      };
      const rows = [
        { number: 911, at: new Date(1_000) },
        { number: 912, at: new Date(2_000) },
        { number: 913, at: new Date(3_000), objectId: "another" },
        { number: 914, at: new Date(3_000), action: "account.mail" },
      ];
      await own().db.activity.createMany({ data: rows.map((row) => ({ ...record, ...row })) });
      const where = { userId, objectId: userId, action: "account.mail-lost", at: { gte: new Date(1_500) } };
      const last = await own().db.activity.findFirstOrThrow({
        where,
        orderBy: { number: "desc" },
        select: select("at"),
      });
      return [
        [{ userId, sinceAt: storedInstant(new Date(1_500)) }, [last]],
        [{ userId, sinceAt: storedInstant(new Date(2_500)) }, []],
      ];
    },
  };
}
