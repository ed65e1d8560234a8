import { expect, test } from "vitest";
import { readSight, writeSight, type VaultSight } from "@/app/(vault)/vault/vault-sight";
import { firstSight } from "@/components/entries/entry-sight";

const first: VaultSight = { ...firstSight, category: "", entry: "", part: "details", create: "", like: "" };

test("the first sight has no query, and each other one is read from its own", () => {
  expect(writeSight(first)).toBe("");
  expect(readSight("")).toEqual(first);
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
  expect(readSight(writeSight(sight))).toEqual(sight);
  expect(writeSight({ ...first, search: "a b", group: "category" })).toBe("q=a+b&group=category");
  expect(writeSight({ ...first, entry: "two", part: "uses" })).toBe("entry=two&show=uses");
  expect(writeSight({ ...first, create: "entry", category: "one" })).toBe("category=one&new=entry");
});

test("what nobody can choose is left out", () => {
  expect(readSight("environment=nowhere&type=toString&age=9&sort=up&group=name&show=all&new=category&q=x")).toEqual({
    ...first,
    search: "x",
  });
});
