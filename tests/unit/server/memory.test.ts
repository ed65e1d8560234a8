import { getHeapSpaceStatistics } from "node:v8";
import { expect, test, vi } from "vitest";
import { giveBackWhenIdle, limitHeapGrowth } from "@/lib/server/watch/memory";

/** In MB (10^6 bytes). */
const oldSpace = () =>
  (getHeapSpaceStatistics().find((space) => space.space_name === "old_space")?.space_size ?? Number.NaN) / 1e6;

// V8's flags hold for a whole process, so this file needs a process of its own.
test("what lives for a while and is then let go makes the heap grow little beyond what is in use", () => {
  limitHeapGrowth();
  const before = oldSpace();
  const values = Array.from({ length: 200_000 }, (_, at) => ({ text: `value ${at}` }));
  const rounds = Array.from({ length: 12 }, () => {
    for (let at = 0; at < values.length; at += 1) values[at] = { text: `value ${at}` };
    return oldSpace() - before;
  });
  // The values take 14 MB. V8 left to itself lets the heap grow to 70 or 80.
  expect(Math.max(...rounds.slice(6))).toBeLessThan(60);
});

test("memory is given back once after work has ended, and not while there is work", () => {
  vi.useFakeTimers();
  const parts = [0.5, 0.01, 0, 0.019, 0.3, 0.02, 0.01];
  const given: number[] = [];
  let looks = -1;
  giveBackWhenIdle(
    () => given.push(looks),
    (now) => ({ idle: 0, active: 0, utilization: now ? (parts[looks] ?? 0) : (looks += 1) }),
  );
  looks = -1;
  vi.advanceTimersByTime(parts.length * 15_000);
  vi.useRealTimers();
  // After the start, and after the second stretch of work.
  expect(given).toEqual([1, 6]);
});
