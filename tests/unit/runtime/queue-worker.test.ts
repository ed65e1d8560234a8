import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Queue, queueWorker } from "@/lib/runtime/queue-worker";

vi.mock("@/lib/runtime/index", () => ({ runtime: () => ({ databaseKind: "sqlite" }) }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that continues until it is told to end, and how often it began. */
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

test("of one owner, only so many rows are worked on at once; the next one begins as soon as one of them ends", async () => {
  const rows = ["a1", "a2", "a3", "b1"].map((id) => ({ id, owner: id.charAt(0), ...slow() }));
  const begun = () => rows.filter(({ work }) => work.mock.calls.length > 0).map(({ id }) => id);
  const waiting = new Set(rows);
  const look = vi.fn(async ({ begin }: Queue) => {
    for (const row of waiting) if (begin(row.id, row.work, row.owner)) waiting.delete(row);
  });
  const endLeases = () => Promise.resolve();
  const worker = queueWorker({ atOnceMax: 20, ofOneOwnerMax: 2, endLeases, look, report: () => {} });
  worker.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun()).toEqual(["a1", "a2", "b1"]);
  rows[0]?.end();
  await vi.advanceTimersByTimeAsync(100);
  expect(begun()).toEqual(["a1", "a2", "a3", "b1"]);
  // Nobody waits any more: the next look is the one of the next second.
  rows[1]?.end();
  await vi.advanceTimersByTimeAsync(800);
  expect(look).toHaveBeenCalledTimes(2);
  for (const { end } of rows) end();
  await worker.stop();
});

test("work that failed begins again at the next look and no earlier, even if others wait", async () => {
  const work = vi.fn(() => Promise.reject(new Error("the database is away")));
  const look = async ({ begin }: Queue) => ["one", "two"].forEach((id) => begin(id, work));
  const worker = queueWorker({ atOnceMax: 1, endLeases: () => Promise.resolve(), look, report: () => {} });
  worker.start();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(work).toHaveBeenCalledTimes(1);
  await worker.stop();
});
