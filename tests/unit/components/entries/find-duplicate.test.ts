import { expect, test } from "vitest";
import { findDuplicate } from "@/components/entries/form/duplicates/find-duplicate";
import { findRivals, variablesTyped } from "@/components/entries/form/duplicates/find-rivals";
import { draftOf } from "@/components/entries/form/entry-draft";
import { startValues } from "@/components/entries/form/entry-form-values";
import { type ListedFields, listedEntry } from "../../../support/rows/listed-entry";

const listed = (id: string, fields: ListedFields = {}) => listedEntry({ id, environment: "production", ...fields });
const there = listed("there");
const place = { categoryId: "c", name: " billing ", target: "production" } as const;

test("an entry of the same category, project and environment is a duplicate; one that differs in any of them is not", () => {
  expect(findDuplicate([there], place, undefined)).toBe(there);
  for (const change of [
    { categoryId: "d" },
    { name: "invoices" },
    { target: "none" as const },
    { target: "staging" as const },
  ])
    expect(findDuplicate([there], { ...place, ...change }, undefined)).toBeUndefined();
  const nowhere = listed("nowhere", { environment: null });
  expect(findDuplicate([nowhere], { ...place, target: "none" }, undefined)).toBe(nowhere);
});

test("an entry is not its own duplicate, and one that stays in place causes no question, even next to a duplicate", () => {
  const own = listed("own", { name: "invoices" });
  expect(findDuplicate([there, own], place, own)).toBe(there);
  expect(findDuplicate([there], place, there)).toBeUndefined();
  expect(findDuplicate([there, listed("like")], place, there)).toBeUndefined();
});

test("an entry of another category that sets a variable of this one in its place is a rival; documents, SSH keys and other places are not", () => {
  const group = listed("group", {
    categoryId: "g",
    fieldNames: ["PGUSER", "PGPASSWORD"],
    category: { name: "PostgreSQL", keyType: "group", envVarName: null },
  });
  const entries = [
    there,
    group,
    listed("document", { categoryId: "j", category: { name: "PGUSER", keyType: "json", envVarName: null } }),
    listed("elsewhere", { categoryId: "x", environment: "staging", category: { envVarName: "PGUSER" } }),
    listed("other project", { categoryId: "y", name: "invoices", category: { envVarName: "PGUSER" } }),
  ];
  const wanted = { ...place, categoryId: "new", variables: ["PGUSER", "STRIPE_SECRET_KEY", "PGHOST"] };
  expect(findRivals(entries, wanted, undefined)).toEqual([
    { entry: there, variables: ["STRIPE_SECRET_KEY"] },
    { entry: group, variables: ["PGUSER"] },
  ]);
  // Its own category's entries are twins, which are told otherwise.
  expect(findRivals(entries, { ...wanted, categoryId: "g" }, undefined)).toEqual([
    { entry: there, variables: ["STRIPE_SECRET_KEY"] },
  ]);
  // What it sets already is no news; what it is to set from now on is.
  const own = listed("own", { ...group, id: "own", fieldNames: ["PGUSER"] });
  expect(findRivals(entries, { ...wanted, variables: ["PGUSER"] }, own)).toEqual([]);
  expect(findRivals(entries, { ...wanted, variables: ["PGUSER", "PGPASSWORD"] }, own)).toEqual([
    { entry: group, variables: ["PGPASSWORD"] },
  ]);
});

test("a form sets its category's variable, a group the fields that are typed, or those that it has until its value is asked for", () => {
  const group = listed("group", { fieldNames: ["PGUSER"], category: { keyType: "group", envVarName: null } });
  const none = [{ name: "", value: "" }];
  const typed = [...none, { name: "PGHOST", value: "h" }];
  expect([
    variablesTyped({ keyType: "simple", envVarName: "A", fields: typed }, undefined),
    variablesTyped({ keyType: "simple", envVarName: null, fields: none }, undefined),
    variablesTyped({ keyType: "group", envVarName: null, fields: typed }, undefined),
    variablesTyped({ keyType: "group", envVarName: null, fields: none }, group),
    variablesTyped({ keyType: "group", envVarName: null, fields: typed }, group),
    variablesTyped({ keyType: "ssh", envVarName: null, fields: typed }, undefined),
  ]).toEqual([["A"], [], ["PGHOST"], ["PGUSER"], ["PGHOST"], []]);
});

test("only typed text survives a session: a stored value that is being edited is cleared, a new one in its place is kept", () => {
  const values = {
    ...startValues(there, undefined),
    notes: "typed",
    value: "not-a-real-key",
    fields: [{ name: "A", value: "not-real" }],
  };
  expect(draftOf(there, values, "stored")).toMatchObject({
    cleared: true,
    replacing: false,
    values: { notes: "typed", value: "", fields: [{ name: "", value: "" }] },
  });
  expect(draftOf(there, values, "")).toMatchObject({ cleared: false, replacing: true, values });
  expect(draftOf(undefined, values, undefined)).toMatchObject({ cleared: false, replacing: false, values });
});
