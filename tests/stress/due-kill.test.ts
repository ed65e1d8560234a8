import { expect, test } from "vitest";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry } from "@/lib/contracts/vault/entries";
import { createWebhook, listWebhooks } from "@/lib/contracts/access/webhooks";
import { actor, aRegisteredUser } from "../support/callers/actors";
import { toldTo } from "../support/callers/activity";
import { report, sizes } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";
import { changeStore } from "../support/vaults/store";
import { aReceiver, type Received } from "../support/servers/webhook-receiver";

const { aFolder, aVault } = ownVaults();
const named = ({ body }: Received) => String(Object(JSON.parse(body)).data.object.id);

// More than one transaction tells.
const entries = 130;
const takenPerRound = 2;

test(
  "a vault that is killed while it tells what is due records each date once, and tells its webhook of each, in order",
  async () => {
    const dataDir = aFolder();
    let taken = 0;
    let takes = 0;
    const receiver = await aReceiver((outgoing) => {
      // It says nothing more until the vault is killed: what has come then was recorded, and is not dealt with.
      if (taken >= takes) return;
      taken += 1;
      outgoing.writeHead(204).end();
    });
    const env = { WEBHOOK_PRIVATE_ADDRESSES: "true" };
    let vault = await aVault({ dataDir, env });
    let { session } = await aRegisteredUser(vault.baseUrl);
    await session.call(createWebhook, { body: { url: receiver.url, events: ["entry.due"] } });
    const { id: categoryId } = await session.call(createCategory, {
      body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
    });
    const expiresAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    const made: string[] = [];
    for (let index = 0; index < entries; index += 1) {
      const body = { categoryId, name: `billing ${index}`, value: "not-a-real-value", expiresAt };
      made.push((await session.call(createEntry, { body })).id);
    }
    await vault.stop("SIGKILL");
    for (let round = 1; round <= sizes.kills; round += 1) {
      const before = receiver.received.length;
      vault = await aVault({ dataDir, env });
      // In the first round as soon as something is recorded, later between two messages.
      await receiver.got(before + 1 + takenPerRound * Math.min(1, takes));
      await vault.stop("SIGKILL");
      // The lease of the process that is gone has ended.
      changeStore(vault, 'UPDATE "Webhook" SET "leaseUntil" = NULL');
      takes += takenPerRound;
    }
    takes = Infinity;
    vault = await aVault({ dataDir, env });
    session = actor({ ...session.headers, Origin: vault.baseUrl }, vault.baseUrl);
    await expect
      .poll(() => new Set(receiver.received.map(named)).size, { timeout: sizes.timeoutMs, interval: 200 })
      .toBe(entries);
    const recorded = (await toldTo(session, "entry.due")).reverse().map(({ object }) => object?.id ?? "");
    expect(recorded.toSorted()).toEqual(made.toSorted());
    // What was on its way at a kill came twice, under the same id.
    const ids = new Map(receiver.received.map((one) => [named(one), one.headers["webhook-id"]]));
    for (const one of receiver.received) expect(one.headers["webhook-id"]).toBe(ids.get(named(one)));
    expect([...new Set(receiver.received.map(named))]).toEqual(recorded);
    const twice = receiver.received.length - entries;
    expect([twice >= sizes.kills, twice <= 2 * sizes.kills]).toEqual([true, true]);
    expect(await session.call(listWebhooks)).toMatchObject([{ disabledAt: null, failingSince: null }]);
    report({ run: "due through kills", due: entries, kills: sizes.kills, twice });
  },
  sizes.timeoutMs,
);
