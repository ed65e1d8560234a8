import { setImmediate } from "node:timers/promises";
import type { Db, Tx } from "../client";

const deliveriesAtOnce = 500;

/**
 * Deletes what became of a webhook's messages, in small steps with turns for others in between: a busy one has more than one
 * statement can delete in its time. Each step goes on where the last one ended, as the deleted rows may still be in the index.
 */
export async function dropDeliveries(
  db: Db | Tx,
  { id: webhookId, userId }: { id: string; userId: string },
): Promise<void> {
  for (let from = new Date(0); ;) {
    const some = await db.webhookDelivery.findMany({
      where: { webhookId, userId, createdAt: { gte: from } },
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
