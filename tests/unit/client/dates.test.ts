import { describe, expect, test, vi } from "vitest";
import { ago, daysUntil, exactTime, inDays, longDate } from "@/lib/client/words/dates";

const now = new Date(2026, 2, 15, 12).getTime();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe("how long ago", () => {
  test.for([
    [0, "just now"],
    [-59_000, "just now"],
    [-minute, "1 min ago"],
    [-59 * minute, "59 min ago"],
    [-90 * minute, "1 h ago"],
    [-23 * hour, "23 h ago"],
    [-day, "yesterday"],
    [-36 * hour, "yesterday"],
    [-36 * hour - 1_000, "2 days ago"],
    [-50 * hour, "2 days ago"],
    [-45 * day, "1 month ago"],
    [-548 * day, "1 year ago"],
    [45 * day, "in 1 month"],
    [-29 * day, "29 days ago"],
    [-31 * day, "1 month ago"],
    [-300 * day, "10 months ago"],
    [-365 * day, "1 year ago"],
    [-800 * day, "2 years ago"],
    [5 * minute, "in 5 min"],
    [day, "tomorrow"],
    [36 * hour, "in 2 days"],
    [3 * day - 1_000, "in 3 days"],
    [90 * day - 1_000, "in 3 months"],
    [60 * day, "in 2 months"],
  ] as const)("%i ms from now is “%s”", ([distance, words]) => {
    expect(ago(new Date(now + distance).toISOString(), now)).toBe(words);
  });

  test("is never negative, nor a number without its unit, however far", () => {
    for (let seconds = -4_000_000_000; seconds < 4_000_000_000; seconds += 7_654_321) {
      expect(ago(new Date(now + seconds * 1000).toISOString(), now)).toMatch(
        /^(just now|yesterday|tomorrow|[1-9]\d* (min|h|days|months?|years?) ago|in [1-9]\d* (min|h|days|months?|years?))$/,
      );
    }
  });
});

describe("calendar days", () => {
  test.for([
    [0, "today"],
    [1, "tomorrow"],
    [-1, "yesterday"],
    [3, "in 3 days"],
    [-14, "14 days ago"],
  ] as const)("%i is “%s”", ([days, words]) => {
    expect(inDays(days)).toBe(words);
  });

  test("change at midnight here, not after 24 hours", () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 15, 23, 59, 0) });
    const soon = [
      daysUntil(new Date(2026, 2, 15, 23, 59, 59).toISOString()),
      daysUntil(new Date(2026, 2, 16, 0, 0, 1).toISOString()),
      daysUntil(new Date(2026, 2, 14, 0, 0, 0).toISOString()),
    ];
    vi.useRealTimers();
    expect(soon).toEqual([0, 1, -1]);
  });
});

test("date and time are local, with the month's name", () => {
  const at = new Date(2026, 10, 1, 4, 5, 59).toISOString();
  expect([longDate(at), exactTime(at)]).toEqual(["1 Nov 2026", "1 Nov 2026, 04:05"]);
  const english = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
  for (let month = 0; month < 12; month += 1) {
    const day = new Date(2026, month, 28);
    expect(longDate(day.toISOString())).toBe(english.format(day).replace("Sept", "Sep"));
  }
});
