import { expect, test } from "vitest";
import { hourlyCounts } from "@/lib/auth/activity/hourly-counts";

const hourMs = 60 * 60_000;

test("counts by id, for an hour from the first call", () => {
  const count = hourlyCounts();
  expect([count("a", 0), count("a", hourMs - 1), count("b", hourMs - 1), count("a", hourMs)]).toEqual([1, 2, 1, 1]);
});

test("a clock that was far ahead is not counted on once it is set back", () => {
  const count = hourlyCounts();
  count("a", 1_000 * hourMs);
  expect([count("a", 0), count("a", 1)]).toEqual([1, 2]);
});
