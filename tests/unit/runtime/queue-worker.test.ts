import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queueWorker } from "@/lib/runtime/queue-worker";

vi.mock("@/lib/runtime/index", () => ({ runtime: () => ({ databaseKind: "sqlite" }) }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that goes on until it is told to end, and how often it began. */
function slow() {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { work, end: () => ends.shift()?.() };
}

test("a queue is looked at every second, but not while the last look still runs: none waits behind it", async () => {
  const { work: look, end } = slow();
  const worker = queueWorker({ atOnceMax: 1, endLeases: () => Promise.resolve(), look, report: () => {} });
  worker.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  end();
  await vi.advanceTimersByTimeAsync(500);
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(look).toHaveBeenCalledTimes(2);
  end();
  await worker.stop();
});

test("nor before the leases of a process that was killed are ended, however long that takes", async () => {
  const [leases, looks] = [slow(), slow()];
  const worker = queueWorker({ atOnceMax: 1, endLeases: leases.work, look: looks.work, report: () => {} });
  worker.start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks.work).not.toHaveBeenCalled();
  leases.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(looks.work).toHaveBeenCalledTimes(1);
  looks.end();
  await vi.advanceTimersByTimeAsync(900);
  expect(looks.work).toHaveBeenCalledTimes(1);
  await worker.stop();
});

test("a failing look is reported once, and the next one comes all the same", async () => {
  const report = vi.fn();
  const look = vi.fn(() => Promise.reject(new Error("the database is away")));
  const worker = queueWorker({ atOnceMax: 1, endLeases: () => Promise.resolve(), look, report });
  worker.start();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([look.mock.calls.length, report.mock.calls.length]).toEqual([3, 1]);
  await worker.stop();
});
