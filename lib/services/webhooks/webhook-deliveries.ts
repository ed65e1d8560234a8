import type { SessionCaller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import type { WebhookDelivery } from "../../contracts/access/webhooks";
import { instant } from "../../db/instants";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { sendAgain, sendTest } from "../../webhooks/by-hand";
import { owned } from "../doors/owned";
import { findSealedWebhook, findWebhook } from "./webhooks";

const listedMax = 100;

type Row = Omit<WebhookDelivery, "state" | "fault" | "lastAttemptAt" | "createdAt"> & {
  state: string;
  fault: string | null;
  lastAttemptAt: Date;
  createdAt: Date;
};

const toDelivery = (row: Row): WebhookDelivery => ({
  ...row,
  state: row.state as WebhookDelivery["state"],
  fault: row.fault as WebhookDelivery["fault"],
  lastAttemptAt: instant(row.lastAttemptAt),
  createdAt: instant(row.createdAt),
});

/** Newest first. Throws WEBHOOK_NOT_FOUND and TEAM_OWNER_REQUIRED. */
export async function listDeliveries(
  ctx: Context<SessionCaller>,
  id: string,
  { before }: { before?: string | undefined },
): Promise<WebhookDelivery[]> {
  await findSealedWebhook(ctx, id);
  const rows = await runtime().db.webhookDelivery.findMany({
    // An id begins with the time at which it was made (RFC 9562, version 7).
    where: { webhookId: id, ...owned(ctx, "WebhookDelivery"), ...(before && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: listedMax,
  });
  return rows.map(toDelivery);
}

/** Throws WEBHOOK_NOT_FOUND, also if the webhook was deleted meanwhile, and TEAM_OWNER_REQUIRED. */
export async function testWebhook(ctx: Context<SessionCaller>, id: string): Promise<WebhookDelivery> {
  const { row, target } = await findWebhook(ctx, id);
  const sent = await sendTest(row, target);
  if (!sent) throw new AppError("WEBHOOK_NOT_FOUND");
  return toDelivery(sent);
}

/** Throws DELIVERY_NOT_FOUND, WEBHOOK_NOT_FOUND and TEAM_OWNER_REQUIRED. */
export async function redeliver(ctx: Context<SessionCaller>, id: string, deliveryId: string): Promise<WebhookDelivery> {
  const { row, target } = await findWebhook(ctx, id);
  const sent = await sendAgain(row, target, deliveryId);
  if (!sent) throw new AppError("DELIVERY_NOT_FOUND");
  return toDelivery(sent);
}
