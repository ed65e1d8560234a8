import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { createCategory } from "@/lib/contracts/vault/categories";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { type Actor, aUserWithKey } from "../../support/callers/actors";
import { type Pair, promote, startPair, startSwitch } from "../../support/postgresql/standby";
import { send } from "../../support/http/raw";
import { newDataDir, removeDataDir, type RunningVault, startVault } from "../../support/vaults/server";

const acknowledgedBefore = 50;
const writersAtOnce = 4;

let pair: Pair;
let leading: Awaited<ReturnType<typeof startSwitch>>;
let vault: RunningVault;
const dataDir = newDataDir();
beforeAll(async () => {
  pair = await startPair();
  leading = await startSwitch(pair.primary.url("postgres"));
  vault = await startVault({ dataDir, env: { DATABASE_URL: leading.url } });
});
afterAll(async () => {
  await vault.stop("SIGKILL");
  await leading.end();
  await pair.standby.remove();
  await pair.primary.remove();
  removeDataDir(dataDir);
});

/** The requests that the vault has on record as having seen a value. */
async function recordedRequests(who: Actor): Promise<(string | null)[]> {
  const answer = await who.fetch("/api/activity?action=entry.reveal", { headers: { Accept: "application/x-ndjson" } });
  const lines = (await answer.text()).trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as ActivityRecord).requestId);
}

test("a standby takes the place of a lost primary under load: no acknowledged write and no record of a reveal is missing, and the vault goes on without a restart", async () => {
  const { session, key } = await aUserWithKey({ baseUrl: vault.baseUrl });
  const { id: categoryId } = await session.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY" },
  });
  const acknowledged = new Map<string, string>();
  const revealed: string[] = [];
  const wrongRefusals = new Set<number>();
  let tried = 0;
  let over = false;
  const writer = async () => {
    while (!over) {
      const value = `value-not-real-${(tried += 1)}`;
      const made = await send(key, "POST", "/api/entries", { categoryId, name: value, value });
      if (made.status !== 201) {
        if (made.status !== 503) wrongRefusals.add(made.status);
        continue;
      }
      const { id } = made.json as { id: string };
      acknowledged.set(id, value);
      const shown = await key.fetch(`/api/entries/${id}/reveal`, { method: "POST" });
      if (shown.status === 200) revealed.push(shown.headers.get("X-Request-Id") ?? "");
      else if (shown.status !== 503) wrongRefusals.add(shown.status);
    }
  };
  const writers = Array.from({ length: writersAtOnce }, writer);
  const untilMore = async (count: number) => {
    const wanted = acknowledged.size + count;
    await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(wanted);
  };
  await untilMore(acknowledgedBefore);
  await pair.primary.kill();
  await promote(pair.standby);
  leading.lead(pair.standby.url("postgres"));
  await untilMore(acknowledgedBefore);
  over = true;
  await Promise.all(writers);

  expect([...wrongRefusals]).toEqual([]);
  const listed = new Map((await key.call(listEntries)).map(({ id, name }) => [id, name]));
  expect([...acknowledged].filter(([id, value]) => listed.get(id) !== value)).toEqual([]);
  for (const [id, value] of acknowledged) expect((await key.call(revealEntry, { params: { id } })).value).toBe(value);
  const recorded = new Set(await recordedRequests(session));
  expect(revealed.length).toBeGreaterThanOrEqual(acknowledgedBefore);
  expect(revealed.filter((requestId) => !recorded.has(requestId))).toEqual([]);
});
