import { expect, test } from "vitest";
import { entryResolver } from "@/components/entries/form/entry-resolver";
import { type EntryFormContext, type EntryFormValues, startValues } from "@/components/entries/form/entry-form-values";
import type { KeyType } from "@/lib/contracts/primitives";
import { listedEntry } from "../../../support/rows/listed-entry";

const categoryId = "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90";
const entry = (keyType: KeyType) =>
  listedEntry({
    id: categoryId,
    categoryId,
    fieldNames: keyType === "group" ? ["A", "B"] : null,
    category: { keyType, envVarName: null },
  });

async function faultsOf(change: Partial<EntryFormValues>, context: Partial<EntryFormContext>) {
  const values: EntryFormValues = { ...startValues(context.entry, categoryId), name: "billing", ...change };
  const { errors } = await entryResolver(
    values,
    { keyType: "simple", entry: undefined, original: undefined, ...context },
    { fields: {}, shouldUseNativeValidation: false },
  );
  return errors;
}
const field = (name: string, value: string) => ({ name, value });

test("a new entry needs a category, a name and a value", async () => {
  expect(Object.keys(await faultsOf({ categoryId: "", name: " " }, {}))).toEqual(["categoryId", "name", "value"]);
  expect(await faultsOf({ value: "x" }, {})).toEqual({});
});

test("several environments are at least one; with a value each, every chosen one needs its own", async () => {
  const several = { environment: "several", several: ["staging", "none"] } as const;
  const change = { ...several, several: [...several.several] };
  expect(Object.keys(await faultsOf({ ...change, several: [], value: "x" }, {}))).toEqual(["several"]);
  expect(await faultsOf({ ...change, value: "x" }, {})).toEqual({});
  const values = { development: "", staging: "x", production: "", none: "" };
  const faults = await faultsOf({ ...change, valueEach: true, values }, {});
  expect([Object.keys(faults), Object.keys(faults.values ?? {})]).toEqual([["values"], ["none"]]);
  expect(await faultsOf({ ...change, valueEach: true, values: { ...values, none: "y" } }, {})).toEqual({});
});

test.for([
  ["json", "{", false],
  ["json", '{"a":1}', true],
  ["ssh", "ssh-ed25519 AAAA", false],
  ["ssh", "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90\n-----END OPENSSH PRIVATE KEY-----\n", true],
  ["ssh", "-----BEGIN RSA PRIVATE KEY-----\nbm90\n-----END OPENSSH PRIVATE KEY-----\n", false],
] as const)("%s %s: accepted %s", async ([keyType, value, accepted]) => {
  expect((await faultsOf({ value }, { keyType })).value === undefined).toBe(accepted);
});

test("a group's names are valid, different, and at least one", async () => {
  const names = async (...fields: EntryFormValues["fields"]) =>
    (await faultsOf({ fields }, { keyType: "group" })).fields;
  expect(await names(field("A", ""), field("", ""))).toBeUndefined();
  for (const wrong of ["1A", "A-B", "__proto__", "constructor", "é"])
    expect(await names(field(wrong, "x"))).toBeDefined();
  expect(await names(field("A", "1"), field("A", "2"))).toBeDefined();
  expect(await names(field("", "a value without a name"))).toBeDefined();
  expect(await names(field("", ""))).toBeDefined();
});

test("an edit that leaves the value alone needs none", async () => {
  expect(await faultsOf({}, { entry: entry("simple") })).toEqual({});
  expect(await faultsOf({}, { entry: entry("group"), keyType: "group" })).toEqual({});
});

test("a stored value is never replaced by an empty one", async () => {
  expect((await faultsOf({ value: "" }, { entry: entry("simple"), original: "" })).value).toBeDefined();
  expect(
    (
      await faultsOf(
        { fields: [field("A", "new"), field("B", "")] },
        { entry: entry("group"), keyType: "group", original: "" },
      )
    ).fields,
  ).toBeDefined();
  expect(
    await faultsOf({ fields: [field("A", "new")] }, { entry: entry("group"), keyType: "group", original: "" }),
  ).toEqual({});
});
