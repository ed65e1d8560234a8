import { expect, test } from "vitest";
import { vaultSight, type VaultSight } from "@/app/(vault)/vault/vault-sight";
import { firstSight } from "@/components/entries/entry-sight";

const first: VaultSight = { ...firstSight, category: "", entry: "", part: "details", create: "", like: "" };

test("the first sight has no query, and each other one is read from its own", () => {
  expect(vaultSight.write(first)).toBe("");
  expect(vaultSight.read("")).toEqual(first);
  const sight: VaultSight = {
    category: "one",
    project: "billing & more",
    search: "stripe prod",
    environment: "none",
    keyType: "group",
    age: "due",
    sort: "changed",
    group: "project",
    entry: "two",
    part: "history",
    create: "entry",
    like: "three",
  };
  expect(vaultSight.read(vaultSight.write(sight))).toEqual(sight);
  expect(vaultSight.write({ ...first, search: "a b", group: "category" })).toBe("q=a+b&group=category");
  expect(vaultSight.write({ ...first, entry: "two", part: "uses" })).toBe("entry=two&show=uses");
  expect(vaultSight.write({ ...first, create: "entry", category: "one" })).toBe("category=one&new=entry");
});

test("what nobody can choose is left out", () => {
  expect(
    vaultSight.read("environment=nowhere&type=toString&age=9&sort=up&group=name&show=all&new=category&q=x"),
  ).toEqual({
    ...first,
    search: "x",
  });
});
