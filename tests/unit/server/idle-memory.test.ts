import { expect, test, vi } from "vitest";
import { giveBackWhenIdle } from "@/lib/server/watch/idle-memory";

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
