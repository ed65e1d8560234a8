import { expect, test } from "vitest";
import { longestPause } from "../../../scripts/drill/faults.mjs";

test.each([
  { what: "the longest of those between two writes", writtenAt: [1_500, 4_000, 5_000], pause: 2.5 },
  { what: "the time until the first write", writtenAt: [4_200, 4_300, 5_900], pause: 3.2 },
  { what: "the time from the last write until the end", writtenAt: [1_001], pause: 4.999 },
  { what: "all of it without any write", writtenAt: [], pause: 5 },
  { what: "nothing of what was before or after", writtenAt: [0, 2_000, 3_000, 4_000, 5_000, 60_000], pause: 1 },
])("a pause is $what", ({ writtenAt, pause }) => {
  expect(longestPause(writtenAt, 1_000, 6_000)).toBe(pause);
});
