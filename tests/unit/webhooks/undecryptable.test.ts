import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import { log } from "@/lib/log";
import { createCategory } from "@/lib/services/entries/categories";
import { listDeliveries, testWebhook } from "@/lib/services/webhooks/webhook-deliveries";
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from "@/lib/services/webhooks/webhooks";
import { deliver } from "@/lib/webhooks/deliver";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { aReceiver } from "../../support/servers/webhook-receiver";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime({ WEBHOOK_PRIVATE_ADDRESSES: "true" })));
afterAll(() => own.close());

const hourMs = 60 * 60_000;

/** A vault with a webhook whose address can't be decrypted, and one beside it. */
async function aBrokenWebhook() {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
  onTestFinished(() => void warned.mockRestore());
  const { ctx, userId } = await aServiceVault(own);
  const session = { caller: { ...ctx.caller } } as RequestContext<SessionCaller>;
  const receiver = await aReceiver();
  const { id } = await createWebhook(session, { url: receiver.url, events: ["category.create"] });
  const other = await createWebhook(session, { url: receiver.url, events: ["entry.create"] });
  const row = () => own.db.webhook.findUniqueOrThrow({ where: { id }, omit: { sealedTarget: false } });
  const { sealedTarget } = await row();
  const write = (sealed: typeof sealedTarget) =>
    own.db.webhook.update({ where: { id }, data: { sealedTarget: new Uint8Array(sealed) } });
  await write(new Uint8Array(sealedTarget.length));
  return { id, userId, session, other, receiver, warned, row, mend: () => write(sealedTarget) };
}

test("a webhook whose address can't be decrypted is listed without it, and can be deleted; the rest answers 404", async () => {
  const { id, session, other } = await aBrokenWebhook();
  expect(await listWebhooks(session)).toMatchObject([
    { id, url: null, events: [] },
    { id: other.id, url: other.url },
  ]);
  const missing = { code: "WEBHOOK_NOT_FOUND" };
  await expect(updateWebhook(session, id, { events: ["*"] })).rejects.toMatchObject(missing);
  await expect(testWebhook(session, id)).rejects.toMatchObject(missing);
  expect(await listDeliveries(session, id, {})).toEqual([]);
  await deleteWebhook(session, id);
  expect(await listWebhooks(session)).toMatchObject([{ id: other.id }]);
  const last = await own.db.activity.findFirst({ where: { objectId: id }, orderBy: { number: "desc" } });
  expect(last).toMatchObject({ action: "webhook.delete", objectKind: "webhook", objectName: null });
});

test("it is looked at once an hour, and is sent what it missed once it can be decrypted again", async () => {
  const { id, userId, session, receiver, warned, row, mend } = await aBrokenWebhook();
  await createCategory(session, { name: "Stripe", keyType: "json", envVarName: null });
  const now = Date.now();
  await deliver({ id, userId }, { now: () => now });
  expect(await row()).toMatchObject({ attempts: 0, failingSince: null, leaseId: null, disabledAt: null });
  expect((await row()).nextAttemptAt?.getTime()).toBe(now + hourMs);
  expect(warned).toHaveBeenCalledTimes(1);
  expect(warned).toHaveBeenCalledWith({ event: "webhook-undecryptable", rowId: id });
  await mend();
  await deliver({ id, userId }, { now: () => now + hourMs });
  expect(receiver.received).toHaveLength(1);
  expect(await row()).toMatchObject({ nextAttemptAt: null });
});
