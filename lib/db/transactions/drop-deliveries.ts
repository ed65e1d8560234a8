import { setImmediate } from "node:timers/promises";
import type { Db, Tx } from "../client";

/** So many go quickly: a statement takes milliseconds. */
const deliveriesAtOnce = 500;

/**
 * Deletes what became of a webhook's older messages, and leaves as many as can go with the webhook itself: if that stays after
 * all, so do they.
 */
export async function dropOlderDeliveries(db: Db, webhook: { id: string; userId: string }): Promise<void> {
  const [oldestLeft] = await db.webhookDelivery.findMany({
    where: { webhookId: webhook.id, userId: webhook.userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: deliveriesAtOnce - 1,
    take: 1,
    select: { createdAt: true },
  });
  if (oldestLeft) await dropDeliveries(db, webhook, oldestLeft.createdAt);
}

/**
 * Deletes what became of a webhook's messages, in small steps with turns for others in between: a busy one has more than one
 * statement can delete in its time. Each step goes on where the last one ended, as the deleted rows may still be in the index.
 * `before`: only those of an earlier moment.
 */
export async function dropDeliveries(
  db: Db | Tx,
  { id: webhookId, userId }: { id: string; userId: string },
  before?: Date,
): Promise<void> {
  for (let from = new Date(0); ;) {
    const some = await db.webhookDelivery.findMany({
      where: { webhookId, userId, createdAt: { gte: from, ...(before && { lt: before }) } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: deliveriesAtOnce,
      select: { id: true, createdAt: true },
    });
    await db.webhookDelivery.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
    from = some.at(-1)?.createdAt ?? from;
    if (some.length < deliveriesAtOnce) return;
    await setImmediate();
  }
}
