import { expect, test } from "vitest";
import { lostAmong, mayHold, startLoad } from "../../../scripts/drill/load.mjs";

type Stored = { name: string; values: string[] };

/** A vault in memory. `reveal` says which of an entry's values, the oldest first, it answers with. */
function vaultThatReveals(reveal: (values: string[]) => string | undefined) {
  const stored = new Map<string, Stored>();
  const client = (method: string, target: string, _: string, body: { name?: string; value?: string } = {}) => {
    const [, , id = String(stored.size), what] = target.split("/");
    const entry = stored.get(id) ?? { name: body.name ?? "", values: [] };
    if (body.value !== undefined) entry.values.push(body.value);
    stored.set(id, entry);
    const json = what === "reveal" ? { value: reveal(entry.values) } : { id, name: entry.name };
    return Promise.resolve({ status: method === "POST" && what === undefined ? 201 : 200, requestId: "1", json });
  };
  return { client, stored };
}

async function loadOn(client: ReturnType<typeof vaultThatReveals>["client"]) {
  const load = startLoad(client, [{ key: "key", categoryId: "1" }], { writesPerSecond: 2_000, readsPerSecond: 2_000 });
  await expect.poll(() => load.tally.changed > 100 && load.tally.planned.reveals > 100, { timeout: 20_000 }).toBe(true);
  await load.stop();
  return load.tally;
}

test("values change under load, and the latest is right", async () => {
  const { client, stored } = vaultThatReveals((values) => values.at(-1));
  const tally = await loadOn(client);
  expect(tally.wrong).toEqual([]);
  expect(tally.written).toHaveLength(stored.size);
  expect(tally.revealed.length).toBeGreaterThan(50);
  expect(await lostAmong(client, tally.written)).toEqual([]);
});

test("a value older than the last acknowledged one is a wrong answer, and a lost write", async () => {
  const { client } = vaultThatReveals((values) => values[0]);
  const tally = await loadOn(client);
  expect(tally.wrong.length).toBeGreaterThan(0);
  const changed = tally.written.filter(({ acknowledged }) => acknowledged > 0);
  expect(await lostAmong(client, tally.written)).toHaveLength(changed.length);
});

test("of a change that was not acknowledged, both values are right; of one that was, only the new one", () => {
  const entry = { number: 7, sent: 2 };
  const values = ["not-a-real-value-7-0", "not-a-real-value-7-1", "not-a-real-value-7-2", "not-a-real-value-7-3"];
  expect(values.map((value) => mayHold(entry, value, 1))).toEqual([false, true, true, false]);
  expect(values.map((value) => mayHold(entry, value, 2))).toEqual([false, false, true, false]);
  expect(mayHold(entry, "not-a-real-value-8-2", 1)).toBe(false);
  expect(mayHold(entry, undefined, 1)).toBe(false);
});
