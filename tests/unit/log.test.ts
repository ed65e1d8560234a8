import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { flushLog, log, logSoon } from "@/lib/log";

type Line = { event: string; level: string; time: string };

let written = "";
beforeEach(() => {
  flushLog();
  written = "";
  vi.useFakeTimers({ now: new Date("2027-01-01T00:00:00.000Z") });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  flushLog();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const lines = () =>
  written
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const events = () => lines().map(({ event }) => event);

describe("the log", () => {
  test("has each line with the time of its event, whenever the line is written", () => {
    logSoon({ event: "first" });
    vi.advanceTimersByTime(42);
    log.info({ event: "second" });
    vi.advanceTimersByTime(8);
    logSoon({ event: "third" });
    vi.advanceTimersByTime(1_100);
    logSoon({ event: "fourth" });
    flushLog();
    expect(lines()).toMatchObject([
      { event: "first", level: "info", time: "2027-01-01T00:00:00.000Z" },
      { event: "second", level: "info", time: "2027-01-01T00:00:00.042Z" },
      { event: "third", level: "info", time: "2027-01-01T00:00:00.050Z" },
      { event: "fourth", level: "info", time: "2027-01-01T00:00:01.150Z" },
    ]);
  });

  test("writes the lines of requests, which it makes itself, like all others", () => {
    const line = { event: "request", method: undefined, status: 200, ms: 0.5, caller: "key", code: 'a"b\\\u2028\n' };
    logSoon(line);
    flushLog();
    const [soon, before] = [written, written.length];
    log.info(line);
    flushLog();
    expect(written.slice(before)).toBe(soon);
    expect(soon).toContain("pid");
  });

  test("is at most a tenth of a second late", () => {
    logSoon({ event: "soon" });
    vi.advanceTimersByTime(99);
    expect(events()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events()).toEqual(["soon"]);
    log.info({ event: "now" });
    vi.advanceTimersByTime(100);
    expect(events()).toEqual(["soon", "now"]);
  });

  test("writes the lines before an error first, and both at once", () => {
    logSoon({ event: "first" });
    log.warn({ event: "second" });
    logSoon({ event: "third" });
    expect(events()).toEqual([]);
    log.error({ event: "fault" });
    expect(events()).toEqual(["first", "second", "third", "fault"]);
  });

  test("does not buffer without limit: of 10,000 lines at once all but the last few are written, each once", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `event ${index}`);
    for (const event of names) logSoon({ event });
    expect(events().length).toBeGreaterThan(9_900);
    flushLog();
    expect(events()).toEqual(names);
  });
});
