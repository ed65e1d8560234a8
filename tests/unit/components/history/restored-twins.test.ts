import { expect, test } from "vitest";
import { restoredTwins } from "@/components/history/restored-twins";
import { listedEntry } from "../../../support/rows/listed-entry";

const other = listedEntry({ id: "other", environment: "production" });

test("what comes back beside an entry that no reference can tell from it is told, alone or with its category", () => {
  const back = listedEntry({ id: "back", categoryId: "first", environment: "production" });
  const told =
    "Stripe for billing (production) now exists twice. While there are two, exports set it twice, and env files that link to it can’t be resolved. Rename or delete one of them.";
  expect(restoredTwins([{ id: "back" }], [back, other])).toBe(told);
  expect(restoredTwins([{ id: "first" }], [back, other])).toBe(told);
});

test("nothing is told of what has no twin, or had one that came back with it", () => {
  const staging = listedEntry({ id: "back", environment: "staging" });
  expect(restoredTwins([{ id: "back" }], [staging, other])).toBeNull();
  expect(restoredTwins([{ id: "back" }, { id: "other" }], [{ ...other, id: "back" }, other])).toBeNull();
});

test("of many, the first are named", () => {
  const named = ["a", "b", "c", "d", "e"].map((name) => listedEntry({ id: name, categoryId: "first", name }));
  const others = named.map((entry) => ({ ...entry, id: `other ${entry.id}`, categoryId: "second" }));
  expect(restoredTwins([{ id: "first" }], [...named, ...others])).toMatch(
    /^Stripe for a, Stripe for b, Stripe for c, and 2 more now exist twice\. While there are two of each, exports set them twice/,
  );
});
