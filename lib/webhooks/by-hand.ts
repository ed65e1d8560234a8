import type { Prisma } from "../db/client";
import { isMissingParent } from "../db/failures";
import { holdWebhook } from "../db/transactions/isolation";
import { newRowId } from "../db/row-id";
import { runtime } from "../runtime";
import { type Message, messageOf, testEvent, testMessage } from "./message";
import { isTaken, type Outcome, send } from "./send";
import type { Target } from "./target";

/*
 * What a person sends: once, at once, and outside the order of the messages.
 */

type Webhook = { id: string; userId: string };
type Delivery = Prisma.TypeMap["model"]["WebhookDelivery"]["payload"]["scalars"];

const written = ({ status, fault, milliseconds }: Outcome) => ({
  status,
  fault,
  milliseconds,
  lastAttemptAt: new Date(),
});

/** Sends a test. Null if the webhook was deleted meanwhile. */
export async function sendTest(webhook: Webhook, target: Target): Promise<Delivery | null> {
  const [id, createdAt] = [newRowId(), new Date()];
  const message = testMessage(webhook, id, createdAt);
  const outcome = await send(target, message);
  const state = isTaken(outcome) ? "delivered" : "failed";
  const of = { userId: webhook.userId, webhookId: webhook.id, messageId: message.id, event: testEvent };
  const data = { id, ...of, state, attempts: 1, createdAt, ...written(outcome) };
  const { db, databaseKind } = runtime();
  try {
    return await db.$transaction(async (tx) => {
      await holdWebhook(tx, databaseKind, webhook);
      return tx.webhookDelivery.create({ data });
    });
  } catch (error) {
    if (isMissingParent(error)) return null;
    throw error;
  }
}

/** Sends a message again. Null if it, or the record that it tells of, is no longer kept. */
export async function sendAgain(webhook: Webhook, target: Target, deliveryId: string): Promise<Delivery | null> {
  const { db } = runtime();
  const which = { id: deliveryId, webhookId: webhook.id, userId: webhook.userId };
  const standing = await db.webhookDelivery.findFirst({ where: which });
  const message = standing && (await messageAgain(webhook, standing));
  if (!message) return null;
  const outcome = await send(target, message);
  // What was taken once stays so, and what the vault itself still tries goes on.
  const state = isTaken(outcome) ? { state: "delivered" } : {};
  const data = { ...written(outcome), ...state, attempts: { increment: 1 } };
  return (await db.webhookDelivery.updateManyAndReturn({ where: which, data }))[0] ?? null;
}

async function messageAgain(webhook: Webhook, { id, number, createdAt }: Delivery): Promise<Message | null> {
  if (number === null) return testMessage(webhook, id, createdAt);
  const record = await runtime().db.activity.findFirst({ where: { userId: webhook.userId, number } });
  return record && (await messageOf(record));
}
