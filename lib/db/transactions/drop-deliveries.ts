import { setImmediate } from "node:timers/promises";
import type { DatabaseKind, Db, Tx } from "../client";
import { idsMax } from "../queries/query";
import { tableNamed } from "../tables";
import { holdFree } from "./free-rows";

/** So many go quickly: a statement takes milliseconds. */
const deliveriesAtOnce = 500;

/**
 * Deletes what became of a webhook's older messages, and leaves as many as can go with the webhook itself: if that stays after
 * all, so do they. It waits in no line, so it must not wait for rows either, with a connection: those that others hold just now
 * go with the webhook.
 */
export async function dropOlderDeliveries(
  { db, databaseKind }: { db: Db; databaseKind: DatabaseKind },
  { id: webhookId, userId }: { id: string; userId: string },
): Promise<void> {
  const [oldestLeft] = await db.webhookDelivery.findMany({
    where: { webhookId, userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: deliveriesAtOnce - 1,
    take: 1,
    select: { createdAt: true },
  });
  if (!oldestLeft) return;
  const { createdAt: before } = oldestLeft;
  for (let behind = {}; ;) {
    const some = await db.webhookDelivery.findMany({
      where: { webhookId, userId, AND: [{ createdAt: { lt: before } }, behind] },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: idsMax,
      select: { id: true, createdAt: true },
    });
    const last = some.at(-1);
    if (!last) return;
    const ids = some.map(({ id }) => id);
    await db.$transaction(async (tx) => {
      const free = await holdFree(tx, databaseKind, tableNamed("WebhookDelivery"), ids);
      await tx.webhookDelivery.deleteMany({ where: { id: { in: ids.filter((id) => free.has(id)) } } });
    });
    if (some.length < idsMax) return;
    // Past those that others hold, however many of one moment they are.
    const { createdAt, id } = last;
    behind = { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] };
    await setImmediate();
  }
}

/**
 * Deletes what became of a webhook's messages, in small steps with turns for others in between: a busy one has more than one
 * statement can delete in its time. Each step goes on where the last one ended, as the deleted rows may still be in the index.
 */
export async function dropDeliveries(tx: Tx, { id: webhookId, userId }: { id: string; userId: string }): Promise<void> {
  for (let from = new Date(0); ;) {
    const some = await tx.webhookDelivery.findMany({
      where: { webhookId, userId, createdAt: { gte: from } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: deliveriesAtOnce,
      select: { id: true, createdAt: true },
    });
    await tx.webhookDelivery.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
    from = some.at(-1)?.createdAt ?? from;
    if (some.length < deliveriesAtOnce) return;
    await setImmediate();
  }
}
