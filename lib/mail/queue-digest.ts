import { readOff } from "../auth/mail/mail-choice";
import { type DueItem, queueMail } from "../auth/mail/mail-outbox";
import { sha256 } from "../crypto/macs/digest";
import { lockOwner } from "../db/transactions/isolation";
import { dayMs } from "../durations";
import { runtime } from "../runtime";

/** The items that an e-mail names; it says how many more there are. */
const namedMax = 50;

/** Whether somebody's last digest is a day old, or was made a day ahead: by a clock that has been set back since. */
export const isDigestTime = (digestAt: Date | null, now: number): boolean =>
  digestAt === null || Math.abs(now - digestAt.getTime()) >= dayMs;

export const wantsDigest = async (userId: string): Promise<boolean> =>
  !(await readOff(runtime().db, userId)).has("due");

/** Something that is due, with its id. */
export type Due = { id: string; item: DueItem };

/**
 * Queues an e-mail about what is due, unless there was one within a day or nothing of it is new. Something is new when it
 * comes in sight, when 7 days are left, and when it is overdue. Returns whether it did.
 */
export function queueDigest(userId: string, due: readonly Due[], now: number): Promise<boolean> {
  const { db, databaseKind } = runtime();
  const seen = due.map((one) => markOf(one, now));
  return db.$transaction(async (tx) => {
    await lockOwner(tx, databaseKind, userId);
    // Another process may have been faster, and the account may be gone.
    const choice = await tx.mailChoice.findUnique({ where: { userId } });
    const told = new Set(JSON.parse(choice?.digestTold ?? "[]") as string[]);
    if (!isDigestTime(choice?.digestAt ?? null, now) || seen.every((mark) => told.has(mark))) return false;
    if ((await tx.user.count({ where: { id: userId } })) === 0) return false;
    const data = { digestAt: new Date(now), digestTold: JSON.stringify(seen) };
    await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...data }, update: data });
    const items = due.map(({ item }) => item);
    await queueMail(tx, userId, {
      kind: "digest",
      recipientId: userId,
      due: items.slice(0, namedMax),
      more: Math.max(0, items.length - namedMax),
    });
    return true;
  });
}

/** Changes when the item is to be mentioned again. */
function markOf({ id, item: { reason, dueAt } }: Due, now: number): string {
  const left = new Date(dueAt).getTime() - now;
  const stage = left <= 0 ? "over" : left <= 7 * dayMs ? "week" : "month";
  return sha256(JSON.stringify([id, reason, dueAt, stage])).slice(0, 24);
}
