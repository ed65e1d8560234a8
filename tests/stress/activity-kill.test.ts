import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { type ActivityRecord } from "@/lib/contracts/access/activity";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry } from "@/lib/contracts/vault/entries";
import { scopes } from "@/lib/contracts/access/scopes";
import { listEntryVersions } from "@/lib/contracts/vault/versions";
import { aRegisteredUser, type Actor, withKey } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";

const { aVault } = ownVaults();
const { revealKills: rounds, revealsPerKill: answersPerRound, timeoutMs } = sizes;
const clients = 16;

async function allRecords(by: Actor): Promise<ActivityRecord[]> {
  const text = await (await by.fetch("/api/activity", { headers: { Accept: "application/x-ndjson" } })).text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ActivityRecord);
}

type Answered = { id: string; requestId: string; isReveal: boolean };

/** Reveals and changes entries from many clients at once, until enough is answered, and kills the vault then. */
async function loadUntilKilled(by: Actor, ids: readonly string[], kill: () => Promise<unknown>): Promise<Answered[]> {
  const answered: Answered[] = [];
  let killed: Promise<unknown> | undefined;
  const client = async (index: number) => {
    for (let turn = index; killed === undefined; turn += 1) {
      const id = ids[turn % ids.length] ?? "";
      const isReveal = index % 4 !== 0;
      const answer = await (
        isReveal
          ? by.fetch(`/api/entries/${id}/reveal`, { method: "POST" })
          : by.fetch(`/api/entries/${id}`, {
              method: "PUT",
              headers: { "Content-Type": "application/json" },
              // New each time: a value that stays the same is no change of it, and recorded as an update.
              body: JSON.stringify({ value: `not-real-${randomUUID()}` }),
            })
      )
        .then(async (response) => ((await response.text()) === "" ? undefined : response))
        // The vault is gone.
        .catch(() => undefined);
      if (answer?.status !== 200) continue;
      answered.push({ id, requestId: answer.headers.get("X-Request-Id") ?? "", isReveal });
      if (answered.length >= answersPerRound) killed ??= kill();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  await killed;
  return answered;
}

test(
  "a vault that is killed again and again has a record of every answered reveal, and a version and a record of every change",
  async () => {
    let vault = await aVault({ env: { VERSIONS_KEPT: "10000" } });
    const { dataDir } = vault;
    const { session } = await aRegisteredUser(vault.baseUrl);
    const { id: categoryId } = await session.call(createCategory, {
      body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
    });
    const ids: string[] = [];
    for (let made = 0; made < 4; made += 1)
      ids.push((await session.call(createEntry, { body: { categoryId, name: "billing", value: "first" } })).id);
    const { key } = await session.call(createAccessKey, { body: { name: "load", scopes } });

    const answered: Answered[] = [];
    for (let round = 0; round < rounds; round += 1) {
      answered.push(...(await loadUntilKilled(withKey(key, vault.baseUrl), ids, () => vault.stop("SIGKILL"))));
      vault = await aVault({ dataDir, env: { VERSIONS_KEPT: "10000" } });
    }

    const by = withKey(key, vault.baseUrl);
    const records = await allRecords(by);
    expect(records.map(({ number }) => number)).toEqual(records.map((_, index) => records.length - index));
    const told = new Map(records.map((record) => [record.requestId, record.action]));
    const untold = answered.filter(
      ({ requestId, isReveal }) => told.get(requestId) !== (isReveal ? "entry.reveal" : "entry.value"),
    );
    expect(untold).toEqual([]);
    expect(answered.filter(({ isReveal }) => !isReveal).length).toBeGreaterThan(rounds);
    for (const id of ids) {
      const changes = records.filter(({ action, object }) => action === "entry.value" && object?.id === id);
      // The first value, and one for each change, answered or not.
      expect(await by.call(listEntryVersions, { params: { id } })).toHaveLength(1 + changes.length);
    }
    report({
      figure: "records through kills",
      kills: rounds,
      reveals: answered.filter(({ isReveal }) => isReveal).length,
      changes: answered.filter(({ isReveal }) => !isReveal).length,
      records: records.length,
      withoutRecord: untold.length,
    });
  },
  timeoutMs,
);
