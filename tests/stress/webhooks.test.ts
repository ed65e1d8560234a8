import { expect, test } from "vitest";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createWebhook, listWebhooks } from "@/lib/contracts/access/webhooks";
import { actor, aRegisteredUser } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";
import { changeStore } from "../support/vaults/store";
import { aReceiver, type Received } from "../support/servers/webhook-receiver";

const { aFolder, aVault } = ownVaults();
const named = ({ body }: Received) => String(Object(JSON.parse(body)).data.object.name);

test(
  "a vault that is killed again and again tells its webhook of every change, in order",
  async () => {
    const dataDir = aFolder();
    const receiver = await aReceiver();
    const env = { WEBHOOK_PRIVATE_ADDRESSES: "true" };
    let vault = await aVault({ dataDir, env });
    let { session } = await aRegisteredUser(vault.baseUrl);
    await session.call(createWebhook, { body: { url: receiver.url, events: ["category.create"] } });
    const made: string[] = [];
    for (let round = 1; round <= sizes.kills; round += 1) {
      for (let index = 0; index < 20; index += 1) {
        const name = `category ${made.length}`;
        await session.call(createCategory, { body: { name, keyType: "json" } });
        made.push(name);
      }
      // Some have come, and others are on their way.
      await receiver.got(receiver.received.length + 1);
      await vault.stop("SIGKILL");
      // The lease of the process that is gone has ended.
      changeStore(vault, 'UPDATE "Webhook" SET "leaseUntil" = NULL');
      vault = await aVault({ dataDir, env });
      session = actor({ ...session.headers, Origin: vault.baseUrl }, vault.baseUrl);
    }
    await expect
      .poll(() => new Set(receiver.received.map(named)).size, { timeout: sizes.timeoutMs, interval: 200 })
      .toBe(made.length);
    // The last one before a kill may come twice, under the same id.
    const ids = new Map(receiver.received.map((one) => [named(one), one.headers["webhook-id"]]));
    for (const one of receiver.received) expect(one.headers["webhook-id"]).toBe(ids.get(named(one)));
    const firsts = [...new Set(receiver.received.map(named))];
    expect(firsts).toEqual(made);
    expect(receiver.received.length - made.length).toBeLessThanOrEqual(sizes.kills);
    expect(await session.call(listWebhooks)).toMatchObject([{ disabledAt: null, failingSince: null }]);
    report({ run: "webhooks", events: made.length, kills: sizes.kills, twice: receiver.received.length - made.length });
  },
  sizes.timeoutMs,
);
