import { type DueReason, readDueReason } from "../auth/activity/due-reason";
import { duePath } from "../contracts/access/rotation-path";
import type { ChainedRecord } from "../db/activity/chain";
import { instant } from "../db/instants";
import { runtime } from "../runtime";

/** What is sent: its id, its event, and its body, which is the same at every attempt. */
export type Message = { id: string; event: string; body: string };

/** What a message tells of a record: names and ids. */
export type TalkedOf = Omit<ChainedRecord, "at" | "number" | "count" | "mac"> & {
  at: Date | string;
  number: number | bigint;
  count: number | bigint | null;
};

/** Whether a webhook with these events is told of an action: by its name, its kind (`entry.*`) or `*`. */
export const isTold = (events: readonly string[], action: string): boolean =>
  events.includes("*") || events.includes(action) || events.includes(`${action.split(".")[0]}.*`);

/** The message of a record. Where a caller was, and with what program, stays in the vault. */
export async function messageOf(record: TalkedOf): Promise<Message> {
  const reason = readDueReason(record);
  return written(record, reason && { due: await dueOf(record, reason) });
}

/** What a message says of something that is due: why, when, and where on the vault's pages one deals with it. */
async function dueOf({ userId, objectKind, objectId }: TalkedOf, due: DueReason) {
  const team = await runtime().db.team.findUnique({ where: { id: userId }, select: { id: true } });
  const kind = objectKind === "access-key" ? objectKind : "entry";
  return { ...due, path: duePath(team?.id ?? null, { kind, id: objectId ?? "" }) };
}

const written = (record: TalkedOf, more: object | null): Message => ({
  id: `msg_${record.id}`,
  event: record.action,
  body: JSON.stringify({
    type: record.action,
    timestamp: instant(record.at),
    data: {
      id: record.id,
      vaultId: record.userId,
      number: Number(record.number),
      actor: {
        kind: record.actorKind,
        userId: record.actorUserId,
        name: record.actorName,
        keyId: record.actorKeyId,
        keyPrefix: record.actorKeyPrefix,
      },
      object: record.objectKind && { kind: record.objectKind, id: record.objectId, name: record.objectName },
      count: record.count === null ? null : Number(record.count),
      outcome: record.outcome,
      requestId: record.requestId,
      ...more,
    },
  }),
});

export const testEvent = "webhook.test";

/** A message that tells of nothing. */
export const testMessage = (webhook: { id: string; userId: string }, deliveryId: string, at: Date): Message => ({
  id: `msg_${deliveryId}`,
  event: testEvent,
  body: JSON.stringify({
    type: testEvent,
    timestamp: at.toISOString(),
    data: { vaultId: webhook.userId, webhookId: webhook.id },
  }),
});
