import { expect, test } from "vitest";
import { missingBetween } from "@/components/projects/variables/missing-between";
import { projectsOf } from "@/components/projects/projects";
import { countIn, gapOf, tableOf } from "@/components/projects/variables/variables";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";

const at = "2026-03-01T09:30:00.000Z";
let made = 0;

/** An entry of the category, with the fields of a group if there are any. */
function entry(
  category: string,
  environment: Environment | null,
  { name = "billing", fieldNames = null }: { name?: string; fieldNames?: string[] | null } = {},
): ListedEntry {
  return {
    id: `entry ${made++}`,
    categoryId: category,
    name,
    environment,
    notes: null,
    fieldNames,
    expiresAt: null,
    rotateEveryDays: null,
    valueChangedAt: at,
    createdAt: at,
    updatedAt: at,
    version: 1,
    category: {
      name: category,
      keyType: fieldNames ? "group" : "simple",
      envVarName: fieldNames ? null : category,
      icon: null,
    },
  };
}

const envProject = (name: string): EnvProject => ({
  id: name,
  userId: "ada",
  name,
  description: "",
  fileCount: 1,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

test("variables stand in order of name, environments from development to production, none last", () => {
  const { rows, columns } = tableOf([
    entry("key10", null),
    entry("key2", "production"),
    entry("key2", "production"),
    entry("Database", "staging", { fieldNames: ["USER", "host"] }),
  ]);
  expect(rows.map(({ name }) => name)).toEqual(["host", "key2", "key10", "USER"]);
  expect(columns).toEqual(["development", "staging", "production", "none"]);
  expect(rows.map((row) => row.entriesOf.get("production")?.length)).toEqual([undefined, 2, undefined, undefined]);
});

test("a project without environments has one column", () => {
  expect(tableOf([entry("KEY", "production")], ["production", "none"]).columns).toEqual(["production"]);
  expect(tableOf([entry("KEY", null)]).columns).toEqual(["none"]);
});

test("a gap asks for attention only where the project uses the environment and nothing stands for all of them", () => {
  const table = tableOf([entry("A", "production"), entry("B", "development"), entry("C", null)]);
  const gaps = table.rows.map((row) =>
    table.columns.map((column) => !row.entriesOf.has(column) && gapOf(table, row, column)),
  );
  expect(gaps).toEqual([
    ["missing", "unused", false, "none"],
    [false, "unused", "missing", "none"],
    ["unused", "unused", "unused", false],
  ]);
  expect(countIn(table.rows, "production")).toBe(1);
});

test("a field that one environment's group lacks is missing there, and that group is known", () => {
  const lacks = entry("Database", "production", { fieldNames: ["USER"] });
  const { rows } = tableOf([entry("Database", "development", { fieldNames: ["USER", "HOST"] }), lacks]);
  expect(rows.map(({ name, lacking }) => [name, lacking.get("production")?.id])).toEqual([
    ["HOST", lacks.id],
    ["USER", undefined],
  ]);
});

test("what one environment has and the other lacks is told by name, without values", () => {
  const { rows } = tableOf([
    entry("A", "production"),
    entry("B", "development"),
    entry("C", "production"),
    entry("C", "development"),
  ]);
  const { missing, inBoth } = missingBetween(rows, "development", "production");
  expect(missing.map(({ name, kind }) => [name, kind])).toEqual([
    ["A", "right-only"],
    ["B", "left-only"],
  ]);
  expect(inBoth).toBe(1);
});

test("a project is any name of an entry or env project, once", () => {
  const projects = projectsOf(
    [entry("A", "production"), entry("B", "development"), entry("A", null, { name: "Shop 10" })],
    [envProject("billing"), envProject("shop 2")],
  );
  expect(
    projects.map(({ name, variables, environments, envProjects }) => [
      name,
      variables,
      environments,
      envProjects.length,
    ]),
  ).toEqual([
    ["billing", 2, ["development", "production"], 1],
    ["shop 2", 0, [], 1],
    ["Shop 10", 1, [], 0],
  ]);
});
