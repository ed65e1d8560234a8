import { expect, test } from "vitest";
import { heldVaults } from "@/lib/db/postgresql/held-vaults";

const of = (...ids: string[]) => ids.map((userId) => ({ userId }));

test("a vault is remembered as held for ten seconds, or until it is free", () => {
  let now = 0;
  const held = heldVaults(() => now);
  expect(held.hasAny(of("one"))).toBe(false);
  held.note(of("one", "two"));
  expect([held.hasAny(of("other", "two")), held.hasAny(of("other"))]).toEqual([true, false]);
  held.forget(of("two"));
  expect([held.hasAny(of("one")), held.hasAny(of("two"))]).toEqual([true, false]);
  now = 9_999;
  held.note(of("three"));
  expect(held.hasAny(of("one"))).toBe(true);
  now = 10_000;
  expect([held.hasAny(of("one")), held.hasAny(of("three"))]).toEqual([false, true]);
});

test("one that is noted again is remembered from then on", () => {
  let now = 0;
  const held = heldVaults(() => now);
  held.note(of("one", "two"));
  now = 9_000;
  held.note(of("one"));
  now = 10_000;
  // What has passed is let go of.
  held.note(of("three"));
  expect([held.hasAny(of("one")), held.hasAny(of("two"))]).toEqual([true, false]);
});
