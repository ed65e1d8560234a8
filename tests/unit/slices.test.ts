import { expect, test } from "vitest";
import { slicesOf } from "@/lib/slices";

test("a list comes in slices, the last of which may be shorter", () => {
  expect([...slicesOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...slicesOf([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...slicesOf([], 2)]).toEqual([]);
});
