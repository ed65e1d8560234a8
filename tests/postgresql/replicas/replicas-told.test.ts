import { expect, test } from "vitest";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry } from "@/lib/contracts/vault/entries";
import { createWebhook } from "@/lib/contracts/access/webhooks";
import { toldTo } from "../../support/callers/activity";
import { actor, aRegisteredUser } from "../../support/callers/actors";
import { aCategory } from "../../support/rows/fixtures";
import { ownVaults } from "../../support/vaults/own-vaults";
import type { RunningVault } from "../../support/vaults/server";
import { changeStore } from "../../support/vaults/store";
import { aReceiver, type Received } from "../../support/servers/webhook-receiver";

const { aFolder, aVault } = ownVaults();
const numberOf = ({ body }: Received) => Number(Object(JSON.parse(body)).data.number);

test("of two replicas that start at once, one tells what is due, and one at a time sends; what one leaves behind when it is killed, the other sends", async () => {
  const options = { dataDir: aFolder(), env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } };
  const receiver = await aReceiver();
  const first = await aVault(options);
  const { session } = await aRegisteredUser(first.baseUrl);
  await session.call(createWebhook, { body: { url: receiver.url, events: ["category.create", "entry.due"] } });
  const { id: categoryId } = await aCategory(session);
  const expiresAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  for (const name of ["one", "two", "three"])
    await session.call(createEntry, { body: { categoryId, name, value: "not-a-real-value", expiresAt } });
  await first.stop();
  const replicas = await Promise.all([aVault(options), aVault(options)]);
  const at = ({ baseUrl }: RunningVault) => actor({ ...session.headers, Origin: baseUrl }, baseUrl);
  const make = (replica: RunningVault, name: string) =>
    at(replica).call(createCategory, { body: { name, keyType: "json" } });
  for (let index = 0; index < 12; index += 1) await make(replicas[index % 2] ?? first, `category ${index}`);
  await receiver.got(16);
  const [one, two] = replicas;
  await one.stop("SIGKILL");
  // If it had the lease, that has ended.
  changeStore(options, 'UPDATE "Webhook" SET "leaseUntil" = NULL');
  await make(two, "after");
  const records = (await toldTo(at(two))).reverse();
  const told = records.filter(({ action }) => action === "category.create" || action === "entry.due");
  expect(told.filter(({ action }) => action === "entry.due")).toHaveLength(3);
  await expect
    .poll(() => new Set(receiver.received.map(numberOf)).size, { timeout: 60_000, interval: 100 })
    .toBe(told.length);
  // The one that was on its way at the kill may have come twice.
  expect([...new Set(receiver.received.map(numberOf))]).toEqual(told.map(({ number }) => number));
  expect(receiver.received.length - told.length).toBeLessThanOrEqual(1);
});
