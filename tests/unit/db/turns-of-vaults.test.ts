import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isUnavailable } from "@/lib/db/failures";
import { postgresqlConnection } from "@/lib/db/postgresql/protocol/connection";
import { connectionsMax, withVaultSlot, withVaultSlots, waitMsMax } from "@/lib/db/transactions/vault-queue";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when it is told to. */
function some(begun: string[], name: string) {
  let end = () => {};
  let fail = () => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = () => reject(new Error(name));
  });
  const work = () => {
    begun.push(name);
    return ended;
  };
  return { work, end, fail };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Nothing is left behind in the line: the next three begin at once. */
async function expectFree(begun: string[]): Promise<void> {
  const next = ["g", "h", "i"].map((name) => some(begun, name));
  const ended = next.map(({ work }) => withVaultSlot("changes", "one", work));
  await settled();
  expect(begun.slice(-3)).toEqual(["g", "h", "i"]);
  for (const { end } of next) end();
  await Promise.all(ended);
}

test("three transactions of a vault are open at once; the others begin in order as these end, also by an error", async () => {
  const begun: string[] = [];
  const works = ["a", "b", "c", "d", "e", "f"].map((name) => some(begun, name));
  const results = works.map(({ work }) =>
    withVaultSlot("changes", "one", work).catch((error: Error) => `failed ${error.message}`),
  );
  const elsewhere = some(begun, "other vault");
  const other = withVaultSlot("changes", "other", elsewhere.work);
  await settled();
  expect(begun).toEqual(["a", "b", "c", "other vault"]);
  works[1]?.fail();
  await settled();
  expect(begun.slice(4)).toEqual(["d"]);
  for (const { end } of works) end();
  elsewhere.end();
  await settled();
  expect(begun.slice(4)).toEqual(["d", "e", "f"]);
  expect(await Promise.all([...results, other])).toEqual(["a", "failed b", "c", "d", "e", "f", "other vault"]);
});

test("one whose turn does not come in time is refused, and takes nobody's turn", async () => {
  const begun: string[] = [];
  const works = ["a", "b", "c", "late", "patient"].map((name) => some(begun, name));
  const [a, b, c, late, patient] = works.map(({ work }, index) =>
    withVaultSlot("changes", "one", work, { waitMs: index === 3 ? 1_000 : 60_000 }),
  );
  const refusal = expect(late).rejects.toSatisfy(isUnavailable);
  await vi.advanceTimersByTimeAsync(1_000);
  await refusal;
  for (const { end } of works) end();
  expect(await Promise.all([a, b, c, patient])).toEqual(["a", "b", "c", "patient"]);
  expect(begun).not.toContain("late");
  await expectFree(begun);
});

test("those of several vaults take the turns of each, and don't wait for each other", async () => {
  const begun: string[] = [];
  const works = ["a", "b", "c", "d", "e", "f"].map((name) => some(begun, name));
  // In opposite orders, and with one vault named twice.
  const vaults = ["one", "other", "one"];
  const results = works.map(({ work }, index) =>
    withVaultSlots("changes", index % 2 === 0 ? vaults : vaults.toReversed(), work),
  );
  const elsewhere = some(begun, "of the other vault alone");
  const other = withVaultSlot("changes", "other", elsewhere.work);
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);
  for (const { end } of works) end();
  elsewhere.end();
  expect(await Promise.all([...results, other])).toEqual(["a", "b", "c", "d", "e", "f", "of the other vault alone"]);
});

test("one that waits for the turns of several vaults is refused once all waits together have taken too long", async () => {
  const begun: string[] = [];
  const held = ["one", "one", "one", "other", "other", "other"].map((vault) => ({ vault, ...some(begun, vault) }));
  const holding = held.map(({ vault, work }) => withVaultSlot("changes", vault, work));
  const late = withVaultSlots("changes", ["other", "one"], () => Promise.resolve("late"), { waitMs: 1_000 });
  const refusal = expect(late).rejects.toSatisfy(isUnavailable);
  await vi.advanceTimersByTimeAsync(600);
  // Now it has its turn of the one vault.
  held[0]?.end();
  await vi.advanceTimersByTimeAsync(400);
  await refusal;
  for (const { end } of held) end();
  await Promise.all(holding);
  // The turn that it had was passed on.
  await expectFree(begun);
});

test("one of several vaults keeps others waiting no longer than usual, however long it may wait itself", async () => {
  const works = [1, 2, 3].map(() => some([], "other"));
  const holding = works.map(({ work }) => withVaultSlot("changes", "other", work));
  const moving = [1, 2, 3].map(() =>
    withVaultSlots("changes", ["one", "other"], () => Promise.resolve("moved"), { waitMs: 60_000 }),
  );
  const refusals = Promise.all(moving.map((moved) => expect(moved).rejects.toSatisfy(isUnavailable)));
  const next = withVaultSlot("changes", "one", () => Promise.resolve("changed"), { waitMs: 60_000 });
  await vi.advanceTimersByTimeAsync(waitMsMax);
  expect(await next).toBe("changed");
  await refusals;
  for (const { end } of works) end();
  await Promise.all(holding);
});

test("those of one line don't wait for another line of their vault", async () => {
  const begun: string[] = [];
  const lines = ["changes", "creates", "budgets", "links", "accounts", "endings"] as const;
  const works = lines.flatMap((line) => [1, 2, 3, 4].map((number) => ({ line, ...some(begun, `${line} ${number}`) })));
  const results = works.map(({ line, work }) => withVaultSlot(line, "one", work));
  await settled();
  expect(begun).toHaveLength(connectionsMax);
  for (const line of lines) expect(begun).toContain(`${line} 1`);
  for (const { end } of works) end();
  await Promise.all(results);
  expect(begun).toHaveLength(works.length);
});

test("all lines of one vault together leave connections to the others", () => {
  const { max = 0 } = postgresqlConnection("postgresql://localhost/vault").config;
  expect(max - connectionsMax).toBeGreaterThanOrEqual(2);
});
