import { expect, test } from "vitest";
import { inNameOrder } from "@/lib/client/words/name-order";
import { categoriesInOrder, twoFactorTokensInOrder } from "@/lib/client/http/queries/queries-in-order";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";

test("names are sorted as people sort them, and equal ones keep their order", () => {
  const names = ["npm", "AWS", "Stripe", "anthropic", "key 10", "key 2", "stripe"];
  expect(inNameOrder(names, (name) => name)).toEqual([
    "anthropic",
    "AWS",
    "key 2",
    "key 10",
    "npm",
    "Stripe",
    "stripe",
  ]);
});

test("the shared lists of categories and two-factor tokens have that order", () => {
  expect(categoriesInOrder.select([{ name: "AWS" }, { name: "Anthropic" }] as KeyCategory[])).toEqual([
    { name: "Anthropic" },
    { name: "AWS" },
  ]);
  const tokens = [
    { service: "Stripe", accountName: "b" },
    { service: "npm", accountName: "x" },
    { service: "stripe", accountName: "a" },
  ] as TwoFactorToken[];
  expect(twoFactorTokensInOrder.select(tokens).map(({ accountName }) => accountName)).toEqual(["x", "a", "b"]);
});
