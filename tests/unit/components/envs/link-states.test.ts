import { expect, test } from "vitest";
import { statesOf } from "@/components/projects/files/link-states";
import type { VariableLink } from "@/lib/contracts/vault/references";

const link = (name: string, state: VariableLink["state"], entryId: string | null = "e"): VariableLink => ({
  ...{ name, state, entryId, line: 1, field: null, reference: null, changedAt: null },
});

test("a file's variables are counted by their state, and a link to no entry by itself", () => {
  const links = [link("A", "plain", null), link("B", "linked"), link("C", "linked", null), link("D", "plain", null)];
  expect([...statesOf(links)]).toEqual([
    ["plain", 2],
    ["linked", 1],
    ["unresolved", 1],
  ]);
});

test("a variable that a file sets twice is one, and its last line counts", () => {
  expect([...statesOf([link("A", "plain"), link("A", "plain")])]).toEqual([["plain", 1]]);
  expect([...statesOf([link("A", "outdated"), link("B", "same"), link("A", "linked")])]).toEqual([
    ["linked", 1],
    ["same", 1],
  ]);
});

test("a link that can't be resolved counts on whatever line it stands: the file can't be resolved either way", () => {
  expect([...statesOf([link("A", "linked", null), link("A", "plain", null)])]).toEqual([["unresolved", 1]]);
  expect([...statesOf([link("A", "same"), link("A", "linked", null)])]).toEqual([["unresolved", 1]]);
});
