import { expect, test } from "vitest";
import { twinsThere } from "@/lib/client/twins-there";
import { listedEntry } from "../../support/listed-entry";

test("an entry has a twin where one of another id has the same category name, name and environment", () => {
  const moved = [listedEntry({ id: "1", environment: "production" }), listedEntry({ id: "2", name: "crawler" })];
  const there = [
    listedEntry({ id: "3", categoryId: "other", environment: "production" }),
    listedEntry({ id: "4", environment: "staging" }),
    listedEntry({ id: "5", name: "crawler", category: { name: "OpenAI" } }),
  ];
  expect(twinsThere(moved, there)).toEqual(["Stripe for billing (production)"]);
  expect(twinsThere(moved, there.slice(1))).toEqual([]);
  expect(twinsThere(moved, moved)).toEqual([]);
});
