import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isUnavailable } from "@/lib/db/failures";
import { inTurn } from "@/lib/db/transactions/turns-of-vaults";

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

test("three transactions of a vault are open at once; the others begin in order as these end, also by an error", async () => {
  const begun: string[] = [];
  const works = ["a", "b", "c", "d", "e", "f"].map((name) => some(begun, name));
  const results = works.map(({ work }) => inTurn("one", work).catch((error: Error) => `failed ${error.message}`));
  const elsewhere = some(begun, "other vault");
  const other = inTurn("other", elsewhere.work);
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
    inTurn("one", work, { waitMs: index === 3 ? 1_000 : 60_000 }),
  );
  const refusal = expect(late).rejects.toSatisfy(isUnavailable);
  await vi.advanceTimersByTimeAsync(1_000);
  await refusal;
  for (const { end } of works) end();
  expect(await Promise.all([a, b, c, patient])).toEqual(["a", "b", "c", "patient"]);
  expect(begun).not.toContain("late");
  // Nothing is left behind: the next three begin at once.
  const next = ["g", "h", "i"].map((name) => some(begun, name));
  const ended = next.map(({ work }) => inTurn("one", work));
  await settled();
  expect(begun.slice(-3)).toEqual(["g", "h", "i"]);
  for (const { end } of next) end();
  await Promise.all(ended);
});
