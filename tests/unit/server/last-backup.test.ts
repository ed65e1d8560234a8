import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { lastBackupMetric } from "@/lib/server/watch/last-backup";

const get = vi.hoisted(() => vi.fn<() => unknown>());
vi.mock("@/lib/runtime", () => ({ runtime: () => ({ reads: { get } }) }));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  get.mockReset();
});

test("one scrape is one read, whether the database returns an instant or its text", async () => {
  for (const at of [new Date("2026-11-22T22:00:00.250Z"), "2026-11-22T22:00:00.250+00:00"]) {
    get.mockReset().mockReturnValueOnce({ at });
    expect(await lastBackupMetric()).toMatch(
      /^# HELP [^\n]+\n# TYPE svc_last_backup_timestamp_seconds gauge\nsvc_last_backup_timestamp_seconds 1795384800.25\n$/,
    );
    expect(get).toHaveBeenCalledTimes(1);
  }
});

test("a database that does not respond is waited for a second, then the time is left out, and the log says so", async () => {
  const told = vi.spyOn(log, "warn").mockImplementation(() => {});
  get.mockReturnValue(new Promise(() => {}));
  const metric = lastBackupMetric();
  await vi.advanceTimersByTimeAsync(999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect([await metric, told.mock.calls]).toEqual([
    "",
    [[{ event: "last-backup-not-read", error: expect.objectContaining({ name: "Error" }) as object }]],
  ]);
});

test("a failing database loses only the time", async () => {
  vi.spyOn(log, "warn").mockImplementation(() => {});
  get.mockImplementation(() => {
    throw new Error("no such table");
  });
  expect(await lastBackupMetric()).toBe("");
});
