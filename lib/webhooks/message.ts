import type { LinkedRecord } from "../db/chain";
import { instant } from "../db/wire";

/** What is sent: its id, its event, and its body, which is the same at every attempt. */
export type Message = { id: string; event: string; body: string };

/** What a message tells of a record: names and ids. */
export type TalkedOf = Omit<LinkedRecord, "at" | "number" | "count" | "mac"> & {
  at: Date | string;
  number: number | bigint;
  count: number | bigint | null;
};

/** Whether a webhook with these events is told of an action: by its name, its kind (`entry.*`) or `*`. */
export const isTold = (events: readonly string[], action: string): boolean =>
  events.includes("*") || events.includes(action) || events.includes(`${action.split(".")[0]}.*`);

/** The message of a record. Where a caller was, and with what program, stays in the vault. */
export const messageOf = (record: TalkedOf): Message => ({
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
