import { expect, test, vi } from "vitest";
import { findThings, thingsInOrder } from "@/components/activity/filters/find-things";
import { type Thing, useThings } from "@/components/activity/filters/use-things";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { cacheWith, hookIn } from "../../../support/components/rendered";
import { listedEntry } from "../../../support/rows/listed-entry";

vi.mock("next/navigation", () => ({ usePathname: () => "/activity" }));

const entries = [
  listedEntry({ id: "stripe" }),
  listedEntry({
    id: "database",
    environment: "production",
    fieldNames: ["PGUSER", "PGHOST"],
    category: { name: "PostgreSQL", keyType: "group", envVarName: null },
  }),
];
const projects = ["shop 10", "shop 2", "älpha"].map((name) => ({ id: name, name }));
const things = () =>
  thingsInOrder(
    hookIn(
      cacheWith([
        [queryKeys.entries, entries],
        [queryKeys.envProjects, { data: projects }],
      ]),
      useThings,
    ),
  );
const ids = (found: readonly Thing[]) => found.map(({ id }) => id);

test("an entry is found by its variable, by a field's name and by its name in the list", () => {
  expect(ids(findThings(things(), "stripe_secret"))).toEqual(["stripe"]);
  expect(ids(findThings(things(), "pghost bill"))).toEqual(["database"]);
  expect(ids(findThings(things(), "stripe · bill"))).toEqual(["stripe"]);
  expect(ids(findThings(things(), "shop"))).toEqual(["shop 2", "shop 10"]);
  expect(findThings(things(), "nothing")).toEqual([]);
});

test("things of every kind are in one list, sorted as people sort names", () => {
  expect(ids(things())).toEqual(["älpha", "database", "shop 2", "shop 10", "stripe"]);
});
