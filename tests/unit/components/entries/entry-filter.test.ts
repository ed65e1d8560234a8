import { expect, test } from "vitest";
import { matching, searchable, sorted } from "@/components/entries/list/entry-filter";
import { grouped } from "@/components/entries/list/entry-groups";
import { noFilter, type EntryFilter, type EntrySort } from "@/components/entries/entry-sight";
import { entrySearchText } from "@/lib/client/entries/entry-search";
import { hasWords, searchWords } from "@/lib/client/words/search-words";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { type ListedFields, listedEntry } from "../../../support/rows/listed-entry";

let count = 0;
function listed(fields: ListedFields = {}): ListedEntry {
  count += 1;
  const instant = new Date(Date.UTC(2026, 0, count)).toISOString();
  return listedEntry({ id: `id-${count}`, valueChangedAt: instant, createdAt: instant, updatedAt: instant, ...fields });
}
const found = (entries: ListedEntry[], change: Partial<EntryFilter>, categoryId?: string) =>
  matching(searchable(entries), { ...noFilter, ...change }, categoryId);

test("every word has to occur, in the name, the category, the variable, the field names or the notes", () => {
  const entry = listed({ name: "Billing", notes: "Rotated in March", fieldNames: ["PGUSER"] });
  for (const search of ["bill", "stripe bil", "secret_key", "pguser", "march", "  "])
    expect(found([entry], { search })).toEqual([entry]);
  expect(found([entry], { search: "billing april" })).toEqual([]);
});

test("an environment is found by its name, alone and with other words", () => {
  const [production, staging] = [listed({ environment: "production" }), listed({ environment: "staging" })];
  expect(found([production, staging], { search: "Production" })).toEqual([production]);
  expect(found([production, staging], { search: "billing stripe stag" })).toEqual([staging]);
});

test("an environment is found by what people call it, in the list and in the palette alike", () => {
  const [development, staging, production] = (["development", "staging", "production"] as const).map((environment) =>
    listed({ environment }),
  ) as [ListedEntry, ListedEntry, ListedEntry];
  const all = [development, staging, production];
  for (const [search, entry] of [
    ["dev", development],
    ["stage", staging],
    ["stg", staging],
    ["stripe prod", production],
    ["PRD billing", production],
  ] as const) {
    expect(found(all, { search }), search).toEqual([entry]);
    expect(all.filter((one) => hasWords(entrySearchText(one), searchWords(search)))).toEqual([entry]);
  }
});

test("filters by project, by environment, by no environment, by type and by category", () => {
  const [production, none, group, other] = [
    listed({ environment: "production" }),
    listed({ name: "storefront" }),
    listed({ category: { keyType: "group" } }),
    listed({ categoryId: "other" }),
  ];
  const all = [production, none, group, other];
  expect(found(all, { project: "storefront" })).toEqual([none]);
  expect(found(all, { environment: "production" })).toEqual([production]);
  expect(found(all, { environment: "none" })).toEqual([none, group, other]);
  expect(found(all, { keyType: "group" })).toEqual([group]);
  expect(found(all, {}, "other")).toEqual([other]);
});

test("sorts by name as people do, by project, by category, and by time with the newest first", () => {
  const [ten, two, apple] = [
    listed({ name: "api10" }),
    listed({ name: "API2" }),
    listed({ name: "zebra", category: { name: "Apple" } }),
  ];
  const order = (sort: EntrySort) => sorted(searchable([ten, two, apple]), sort).map(({ entry }) => entry);
  expect(order("name")).toEqual([two, ten, apple]);
  expect(order("project")).toEqual([two, ten, apple]);
  expect(order("category")).toEqual([apple, two, ten]);
  expect(order("created")).toEqual([apple, two, ten]);
  expect(order("changed")).toEqual([apple, two, ten]);
});

test("projects are in the order of Intl.Collator, whatever their case, accents and numbers", () => {
  const names = [
    "billing",
    "Billing 2",
    "billing 10",
    "Éclair",
    "eclipse",
    "echo",
    "zürich",
    "Zulu",
    "v1.10",
    "v1.9",
    "ab",
    "a b",
    "straße 3",
  ];
  const { compare } = new Intl.Collator("en", { sensitivity: "base", numeric: true });
  const entries = names.map((name) => listed({ name }));
  expect(sorted(searchable(entries), "name").map(({ entry }) => entry.name)).toEqual(names.toSorted(compare));
});

test("what an entry is looked up by comes first: its variable, or the category of a group, a key or a document", () => {
  const [openai, aws, deploy] = [
    listed({ name: "zebra", category: { name: "OpenAI", envVarName: "OPENAI_API_KEY" } }),
    listed({ name: "billing", category: { name: "Zone", envVarName: "AWS_ZONE" } }),
    listed({ name: "analytics", category: { name: "Deploy keys", keyType: "ssh", envVarName: null } }),
  ];
  const order = (sort: EntrySort) =>
    sorted(searchable([openai, deploy, aws]), sort).map(({ entry }) => entry.category.name);
  expect(order("name")).toEqual(["Zone", "Deploy keys", "OpenAI"]);
  expect(order("project")).toEqual(["Deploy keys", "Zone", "OpenAI"]);
  expect(order("category")).toEqual(["Deploy keys", "OpenAI", "Zone"]);
});

test("groups stand in the order of their names, each with its entries in the order they came in", () => {
  const [two, ten, other] = [
    listed({ name: "api 2", category: { name: "Stripe" } }),
    listed({ name: "API 10", category: { name: "AWS" } }),
    listed({ name: "api 2", category: { name: "AWS" } }),
  ];
  const lines = (grouping: "" | "project" | "category") =>
    grouped([ten, other, two], grouping).map((line) =>
      "entry" in line ? line.entry.id : `${line.group}: ${line.count}`,
    );
  expect(lines("")).toEqual([ten.id, other.id, two.id]);
  expect(lines("project")).toEqual(["api 2: 2", other.id, two.id, "API 10: 1", ten.id]);
  expect(lines("category")).toEqual(["AWS: 2", ten.id, other.id, "Stripe: 1", two.id]);
});

test("entries with the same name are sorted by category, and equal ones keep their order", () => {
  const [first, second, other] = [
    listed({ name: "same" }),
    listed({ name: "Same" }),
    listed({ name: "same", category: { name: "AWS" } }),
  ];
  expect(sorted(searchable([first, second, other]), "name").map(({ entry }) => entry)).toEqual([other, first, second]);
});

test("the environments of one key have their own order, whatever their age", () => {
  const [production, none, development, staging] = (["production", null, "development", "staging"] as const).map(
    (environment) => listed({ environment }),
  );
  for (const sort of ["name", "project", "category"] as const)
    expect(
      sorted(searchable([production, none, development, staging] as ListedEntry[]), sort).map(
        ({ entry }) => entry.environment,
      ),
    ).toEqual([null, "development", "staging", "production"]);
});
