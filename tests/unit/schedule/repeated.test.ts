import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repeated } from "@/lib/schedule/repeated";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work that takes longer than its time between is done once at a time, and nothing piles up behind it", async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<number>((resolve) => ends.push(() => resolve(0))));
  const { start, stop } = repeated(60_000, { work, done: () => {}, failed: () => {} });
  start();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(work).toHaveBeenCalledTimes(1);
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  ends.shift()?.();
  await stop();
});

test("work that failed is reported and done again at the next time", async () => {
  const failed = vi.fn();
  const work = vi.fn(() => Promise.reject(new Error("the database is away")));
  const { start, stop } = repeated(60_000, { work, done: () => {}, failed });
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([work.mock.calls.length, failed.mock.calls.length]).toEqual([2, 2]);
  await stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(2);
});
