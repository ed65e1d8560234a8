import { expect, test, vi } from "vitest";
import { serializing } from "@/lib/dotenv/document";
import { matching } from "@/lib/matcher";
import { limitConcurrency, runInSlices, yieldToEventLoop } from "@/lib/event-loop";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("of all tasks that wait for a later turn one continues in each turn, in order of arrival", async () => {
  const gone: number[] = [];
  for (const number of [1, 2, 3]) void yieldToEventLoop().then(() => gone.push(number));
  expect(gone).toEqual([]);
  for (const seen of [[1], [1, 2], [1, 2, 3]]) {
    await turn();
    expect(gone).toEqual(seen);
  }
});

test("a task in pieces returns its result, lets others in after each piece, and fails like its steps", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let [done, turns] = [0, 0];
  function* steps(): Generator<void, string> {
    for (; done < 30; done += 1) {
      now += 1;
      yield;
    }
    return "done";
  }
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  // Steps of a millisecond in slices of 8 ms.
  expect([await runInSlices(steps()), turns]).toEqual(["done", 3]);
  clearImmediate(counting);
  await expect(
    runInSlices(
      (function* (): Generator<void, void> {
        throw new RangeError("broken");
      })(),
    ),
  ).rejects.toThrow("broken");
  vi.restoreAllMocks();
});

test("of many tasks a few run at once, and fewer of one key; the others follow, one of each key in turn, also after one that fails", async () => {
  const inLine = limitConcurrency(3, 2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) =>
    inLine(name.slice(0, 1), async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      if (name === "a1") throw new RangeError("broken");
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
    return begun.join(" ");
  };
  const tasks = ["a1", "a2", "b1", "a3", "a4", "b2", "b3", "c1", "d1"].map(task);
  const settled = Promise.allSettled(tasks);
  await turn();
  expect(begun.join(" ")).toBe("a1 a2 b1");
  expect(await end("a1")).toBe("a1 a2 b1 a3");
  expect(await end("b1")).toBe("a1 a2 b1 a3 b2");
  expect(await end("b2")).toBe("a1 a2 b1 a3 b2 c1");
  expect(await end("c1")).toBe("a1 a2 b1 a3 b2 c1 d1");
  // It would be the turn of a, of which there are two.
  expect(await end("d1")).toBe("a1 a2 b1 a3 b2 c1 d1 b3");
  expect(await end("b3")).toBe("a1 a2 b1 a3 b2 c1 d1 b3");
  expect(await end("a2")).toBe("a1 a2 b1 a3 b2 c1 d1 b3 a4");
  for (const name of ["a3", "a4"]) await end(name);
  expect((await settled).map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))).toEqual([
    "RangeError: broken",
    ...["a2", "b1", "a3", "a4", "b2", "b3", "c1", "d1"],
  ]);
});

/** How often a task yields. */
function yields(steps: Generator<void, unknown>): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}

test("matching over 6,000 entries and writing 10,000 lines yield throughout", () => {
  const entries = Array.from({ length: 6_000 }, (_, index) => ({
    category: `Category ${index % 50}`,
    entry: `project ${index}`,
    environment: null,
    envVarNames: [`NAME_${index}`],
  }));
  const [words, matches] = [300, 6_000];
  expect(yields(matching("category ".repeat(words).trim(), entries))).toBeGreaterThan(
    entries.length / 100 + 3 * words + matches / 10,
  );
  expect(
    yields(
      serializing(
        Array.from({ length: 10_000 }, (_, index) => ({ name: `NAME_${index}`, value: "x" })),
        "dotenv",
      ),
    ),
  ).toBe(100);
});
