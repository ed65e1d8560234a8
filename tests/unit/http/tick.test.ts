import { expect, test } from "vitest";
import { currentTick } from "@/lib/http/gate/tick";

/** Like a handler that waits only for promises. */
async function afterPromises(count: number): Promise<number> {
  for (let done = 0; done < count; done += 1) await Promise.resolve();
  return currentTick();
}

test("a tick lasts through any number of settled promises", async () => {
  await Promise.resolve();
  const turn = currentTick();
  expect([await afterPromises(1), await afterPromises(1_000)]).toEqual([turn, turn]);
});

test.for([
  ["a timer", (next: () => void) => setTimeout(next, 0)],
  ["what the loop has at hand", (next: () => void) => setImmediate(next)],
  ["an answer from outside", (next: () => void) => import("node:fs").then(({ stat }) => stat("/", next))],
] as const)("another tick begins with %s", async ([, wait]) => {
  const turn = currentTick();
  await new Promise<void>((resolve) => void wait(resolve));
  expect(currentTick()).not.toBe(turn);
});
