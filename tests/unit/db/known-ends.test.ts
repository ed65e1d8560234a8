import { describe, expect, test } from "vitest";
import { chainHeadCache } from "@/lib/db/activity/chain-head-cache";

const end = (number: number, userId = "vault") => ({ userId, number, mac: `mac ${number}` });

describe("the end of a chain", () => {
  test("is likely once nobody else appended between two times", () => {
    const ends = chainHeadCache();
    expect(ends.likely("vault")).toBeUndefined();
    ends.moved(end(0), end(1));
    expect(ends.likely("vault")).toBeUndefined();
    ends.moved(end(1), end(3));
    expect(ends.likely("vault")).toEqual(end(3));
    ends.moved(end(3), end(4));
    expect(ends.likely("vault")).toEqual(end(4));
  });

  test("is not likely after somebody else appended, or wrote another record of the same number", () => {
    for (const found of [end(4), { ...end(3), mac: "another" }]) {
      const ends = chainHeadCache();
      for (const number of [0, 1, 2]) ends.moved(end(number), end(number + 1));
      ends.moved(found, end(5));
      expect(ends.likely("vault")).toBeUndefined();
      ends.moved(end(5), end(6));
      expect(ends.likely("vault")).toEqual(end(6));
    }
  });

  test("is forgotten if it is unclear", () => {
    const ends = chainHeadCache();
    for (const number of [0, 1]) ends.moved(end(number), end(number + 1));
    ends.forget("vault");
    expect(ends.likely("vault")).toBeUndefined();
    ends.moved(end(2), end(3));
    expect(ends.likely("vault")).toBeUndefined();
  });

  test("is known of the vaults that were used last", () => {
    const ends = chainHeadCache();
    const use = (userId: string) =>
      [0, 1].forEach((number) => ends.moved(end(number, userId), end(number + 1, userId)));
    const vaults = Array.from({ length: 10_000 }, (_, index) => String(index));
    vaults.forEach(use);
    use("0");
    use("one more");
    expect(["0", "1", "2", "one more"].map((userId) => ends.likely(userId)?.number)).toEqual([2, undefined, 2, 2]);
  });
});
