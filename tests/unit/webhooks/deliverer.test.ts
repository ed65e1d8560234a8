import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import { createCategory } from "@/lib/services/entries/categories";
import { createWebhook } from "@/lib/services/webhooks/webhooks";
import { deliverer } from "@/lib/webhooks/deliverer";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { aReceiver, type Received } from "../../support/servers/webhook-receiver";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime({ WEBHOOK_PRIVATE_ADDRESSES: "true" })));
afterAll(() => own.close());

/** A vault with so many webhooks to `url`, which are told of its categories, and how to make one. */
async function aToldVault(url: string, count: number) {
  const { ctx } = await aServiceVault(own);
  for (let made = 0; made < count; made += 1)
    await createWebhook(ctx as RequestContext<SessionCaller>, { url, events: ["category.create"] });
  return (name: string) => createCategory(ctx, { name, keyType: "json", envVarName: null });
}

const begun = (options?: Parameters<typeof deliverer>[0]) => {
  const { start, stop } = deliverer(options);
  start();
  onTestFinished(stop);
};

test("twenty webhooks of one vault whose receiver never answers hold up no other vault’s", async () => {
  const silent = await aReceiver(() => {});
  const other = await aReceiver();
  await (
    await aToldVault(silent.url, 20)
  )("Busy");
  const tell = await aToldVault(other.url, 1);
  begun();
  await silent.got(4);
  await tell("Other");
  await other.got(1);
  expect(silent.received).toHaveLength(4);
});

test("webhooks that never come to an end take turns, and so every vault’s come in", async () => {
  const told: string[] = [];
  const receiver = await aReceiver((outgoing, { body }: Received) => {
    told.push(String(Object(JSON.parse(body)).data.vaultId));
    outgoing.writeHead(200).end();
  });
  // More vaults than are sent to at once, each with more messages than one turn is enough for.
  const vaults = [];
  for (let made = 0; made < 25; made += 1) vaults.push(await aToldVault(receiver.url, 1));
  for (const tell of vaults) for (const name of ["First", "Second", "Third"]) await tell(name);
  begun({ turnMs: 0 });
  await receiver.got(3 * vaults.length);
  // Nobody is told a third time before everybody was told once.
  const before = (count: number) => {
    const first = told.findIndex((id, at) => told.slice(0, at).filter((one) => one === id).length === count - 1);
    return new Set(told.slice(0, first)).size;
  };
  expect(before(3)).toBe(vaults.length);
});
