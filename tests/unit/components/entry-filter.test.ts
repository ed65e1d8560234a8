import { expect, test } from "vitest";
import { matching, noFilter, searchable, sorted } from "@/components/entries/entry-filter";
import type { ListedEntry } from "@/lib/contracts/entries";

let count = 0;
function listed({
  category,
  ...fields
}: Partial<Omit<ListedEntry, "category">> & { category?: Partial<ListedEntry["category"]> } = {}): ListedEntry {
  count += 1;
  const instant = new Date(Date.UTC(2026, 0, count)).toISOString();
  return {
    id: `id-${count}`,
    categoryId: "c",
    name: "billing",
    environment: null,
    notes: null,
    fieldNames: null,
    createdAt: instant,
    updatedAt: instant,
    version: 1,
    ...fields,
    category: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", icon: null, ...category },
  };
}
const found = (entries: ListedEntry[], change: Partial<typeof noFilter>, categoryId?: string) =>
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

test("filters by environment, by no environment, by type and by category", () => {
  const [production, none, group, other] = [
    listed({ environment: "production" }),
    listed(),
    listed({ category: { keyType: "group" } }),
    listed({ categoryId: "other" }),
  ];
  const all = [production, none, group, other];
  expect(found(all, { environment: "production" })).toEqual([production]);
  expect(found(all, { environment: "none" })).toEqual([none, group, other]);
  expect(found(all, { keyType: "group" })).toEqual([group]);
  expect(found(all, {}, "other")).toEqual([other]);
});

test("sorts by name as people do, by category, and by time with the newest first", () => {
  const [ten, two, apple] = [
    listed({ name: "api10" }),
    listed({ name: "API2" }),
    listed({ name: "zebra", category: { name: "Apple" } }),
  ];
  const order = (sort: typeof noFilter.sort) => sorted(searchable([ten, two, apple]), sort).map(({ entry }) => entry);
  expect(order("name")).toEqual([two, ten, apple]);
  expect(order("category")).toEqual([apple, two, ten]);
  expect(order("created")).toEqual([apple, two, ten]);
  expect(order("changed")).toEqual([apple, two, ten]);
});

test("names are in the order of Intl.Collator, whatever their case, accents and numbers", () => {
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
  for (const sort of ["name", "category"] as const)
    expect(
      sorted(searchable([production, none, development, staging] as ListedEntry[]), sort).map(
        ({ entry }) => entry.environment,
      ),
    ).toEqual([null, "development", "staging", "production"]);
});
