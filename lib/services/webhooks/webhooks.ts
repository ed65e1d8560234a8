import { webhookSubject } from "../../auth/activity/account-subjects";
import type { SessionCaller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import { assertOwner } from "../../auth/grants/membership";
import type { CreatedWebhook, CreateWebhook, UpdateWebhook, Webhook } from "../../contracts/access/webhooks";
import { newWebhookSecret } from "../../crypto/macs/webhook-signature";
import type { Tx } from "../../db/client";
import { dropOlderDeliveries } from "../../db/transactions/drop-deliveries";
import { holdWebhook } from "../../db/transactions/isolation";
import { newRowId } from "../../db/row-id";
import { instant, instantOrNull } from "../../db/instants";
import { AppError, invalidField } from "../../errors";
import { faultOfUrl } from "../../outbound/public-addresses";
import { runtime } from "../../runtime";
import { webhookReach } from "../../webhooks/send";
import { openTarget, sealTarget, type Target } from "../../webhooks/target";
import * as change from "../doors/change/change";
import { owned, owner } from "../doors/owned";
import { note } from "../doors/record/record";
import { assertStillValid, oneAtATime, inOneTransaction } from "../doors/transaction";

/** How many a vault may have. */
const webhooksMax = 20;

type Row = {
  id: string;
  disabledAt: Date | null;
  disabledFor: string | null;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
};

const toWebhook = (row: Row, target: Target | null): Webhook => ({
  id: row.id,
  url: target?.url ?? null,
  events: [...(target?.events ?? [])],
  disabledAt: instantOrNull(row.disabledAt),
  disabledFor: row.disabledFor as Webhook["disabledFor"],
  failingSince: instantOrNull(row.failingSince),
  nextAttemptAt: instantOrNull(row.nextAttemptAt),
  createdAt: instant(row.createdAt),
});

/** Throws a 400 for an address that the vault must not send to. */
function assertAllowed(url: string | undefined): void {
  const fault = url === undefined ? null : faultOfUrl(url, webhookReach(), "WEBHOOK_PRIVATE_ADDRESSES to true");
  if (fault) throw invalidField("url", fault);
}

/** A webhook with its sealed address and secret. Throws WEBHOOK_NOT_FOUND and TEAM_OWNER_REQUIRED. */
export async function findSealedWebhook(ctx: Context<SessionCaller>, id: string) {
  assertOwner(ctx.caller.team);
  const db = ctx.tx ?? runtime().db;
  const row = await db.webhook.findFirst({ where: { id, ...owned(ctx, "Webhook") }, omit: { sealedTarget: false } });
  if (!row) throw new AppError("WEBHOOK_NOT_FOUND");
  return row;
}

/** The same, decrypted. Throws WEBHOOK_NOT_FOUND, also if that is not possible, and TEAM_OWNER_REQUIRED. */
export async function findWebhook(ctx: Context<SessionCaller>, id: string) {
  const row = await findSealedWebhook(ctx, id);
  const target = openTarget(row);
  if (!target) throw new AppError("WEBHOOK_NOT_FOUND");
  return { row, target };
}

export async function listWebhooks(ctx: Context<SessionCaller>): Promise<Webhook[]> {
  assertOwner(ctx.caller.team);
  const rows = await runtime().db.webhook.findMany({
    where: owned(ctx, "Webhook"),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    omit: { sealedTarget: false },
  });
  return rows.map((row) => toWebhook(row, openTarget(row)));
}

/** The number of the vault's newest record: what follows is told. */
const newestRecord = async (tx: Tx, userId: string): Promise<number> =>
  (await tx.activityHead.findUnique({ where: { userId }, select: { number: true } }))?.number ?? 0;

/** The reply holds the secret, which is shown only once. Throws WEBHOOKS_FULL and TEAM_OWNER_REQUIRED. */
export function createWebhook(ctx: Context<SessionCaller>, { url, events }: CreateWebhook): Promise<CreatedWebhook> {
  assertOwner(ctx.caller.team);
  assertAllowed(url);
  return oneAtATime(ctx, async (ctx) => {
    const { userId } = owner(ctx);
    if ((await ctx.tx.webhook.count({ where: { userId } })) >= webhooksMax) throw new AppError("WEBHOOKS_FULL");
    const target = { url, events: [...new Set(events)], secret: newWebhookSecret() };
    const id = newRowId();
    const row = await change.create(ctx, "Webhook", {
      id,
      sealedTarget: sealTarget({ id, userId }, target),
      position: await newestRecord(ctx.tx, userId),
    });
    note(ctx, "webhook.create", [webhookSubject(id, target)]);
    return { ...toWebhook(row, target), url, secret: target.secret };
  });
}

/** Whoever sends to it now loses the lease, so that the next message goes by what stands here. */
const anew = { attempts: 0, failingSince: null, nextAttemptAt: null, leaseId: null, leaseUntil: null } as const;

/** Throws WEBHOOK_NOT_FOUND and TEAM_OWNER_REQUIRED. */
export function updateWebhook(
  ctx: Context<SessionCaller>,
  id: string,
  { url, events }: UpdateWebhook,
): Promise<Webhook> {
  assertAllowed(url);
  return inOneTransaction(ctx, async (ctx) => {
    // Of two changes at once, each keeps what the other changes. The webhook comes before the vault, in the order of
    // whoever deletes that.
    await holdWebhook(ctx.tx, runtime().databaseKind, { id, ...owner(ctx) });
    const { row, target } = await findWebhook(ctx, id);
    const changed = { ...target, url: url ?? target.url, events: events ? [...new Set(events)] : target.events };
    const enabled = { disabledAt: null, disabledFor: null, position: await newestRecord(ctx.tx, row.userId) };
    const written = await change.rewrite(
      ctx,
      "Webhook",
      { id },
      {
        sealedTarget: sealTarget(row, changed),
        ...anew,
        ...(row.disabledAt && enabled),
      },
    );
    if (!written) throw new AppError("WEBHOOK_NOT_FOUND");
    note(ctx, "webhook.update", [webhookSubject(id, changed)]);
    return toWebhook(written, changed);
  });
}

/** Throws WEBHOOK_NOT_FOUND and TEAM_OWNER_REQUIRED. */
export async function deleteWebhook(ctx: Context<SessionCaller>, id: string): Promise<void> {
  const webhook = await findSealedWebhook(ctx, id);
  await assertStillValid(ctx);
  // Before its turn, which others wait for: they may be very many.
  await dropOlderDeliveries(runtime(), webhook);
  await inOneTransaction(
    ctx,
    async (ctx) => {
      await holdWebhook(ctx.tx, runtime().databaseKind, { id, ...owner(ctx) });
      const row = await findSealedWebhook(ctx, id);
      await change.remove(ctx, "Webhook", { id });
      note(ctx, "webhook.delete", [webhookSubject(id, openTarget(row))]);
    },
    { line: "endings" },
  );
}
