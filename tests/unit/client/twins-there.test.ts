import { expect, test } from "vitest";
import { twinsThere, whatTwinsMean } from "@/lib/client/entries/twins-there";
import { listedEntry } from "../../support/rows/listed-entry";

test("an entry has a twin where one of another id has the same category name, name and environment", () => {
  const moved = [listedEntry({ id: "1", environment: "production" }), listedEntry({ id: "2", name: "crawler" })];
  const there = [
    listedEntry({ id: "3", categoryId: "other", environment: "production" }),
    listedEntry({ id: "4", environment: "staging" }),
    listedEntry({ id: "5", name: "crawler", category: { name: "OpenAI" } }),
  ];
  expect(twinsThere(moved, there)).toEqual([{ name: "Stripe for billing (production)", isSetTwice: true }]);
  expect(twinsThere(moved, there.slice(1))).toEqual([]);
  expect(twinsThere(moved, moved)).toEqual([]);
});

test("that exports set a variable twice is said of those alone whose variable both set", () => {
  const twinOf = (keyType: "simple" | "ssh") =>
    twinsThere(
      [listedEntry({ id: "here", category: { keyType } })],
      [listedEntry({ id: "there", category: { keyType } })],
    );
  const [simple, ssh] = [twinOf("simple"), twinOf("ssh")];
  expect(whatTwinsMean(simple)).toMatch(/^While there are two, exports set it twice, and env files/);
  expect(whatTwinsMean(ssh)).toMatch(/^While there are two, env files that link to it can’t be resolved/);
  expect(whatTwinsMean([...simple, ...ssh])).toMatch(/, exports set some of them twice, and env files/);
});
