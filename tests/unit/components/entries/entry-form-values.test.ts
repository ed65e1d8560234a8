import { expect, test } from "vitest";
import {
  changedEntryBody,
  editableValue,
  type EntryFormValues,
  newEntryBody,
  startValues,
  targetsOf,
  valueText,
} from "@/components/entries/form/entry-form-values";
import { nextStart, startLike } from "@/components/entries/form/next-entry";
import { listedEntry } from "../../../support/rows/listed-entry";

const entry = listedEntry({
  id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  categoryId: "4f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  environment: "staging",
});
const values = (change: Partial<EntryFormValues> = {}): EntryFormValues => ({
  ...startValues(entry, undefined),
  ...change,
});
const context = { entry, keyType: "simple", original: undefined } as const;

test("a new entry starts where a limited role reaches, unless something else was chosen", () => {
  const start = (reach: Parameters<typeof startValues>[3], given?: Parameters<typeof startValues>[2]) => {
    const { name, environment } = startValues(undefined, undefined, given, reach);
    return [name, environment];
  };
  expect(start(undefined)).toEqual(["", ""]);
  expect(start({ projects: ["shop"], environments: ["staging", "development"] })).toEqual(["shop", "development"]);
  expect(start({ projects: ["shop", "billing"], environments: ["production", "none"] })).toEqual(["", ""]);
  const limits = { projects: ["shop"], environments: ["development" as const, "staging" as const] };
  expect(start(limits, { name: "billing", environment: "staging" })).toEqual(["billing", "staging"]);
  // The list may be limited to an environment that the role does not reach.
  expect(start(limits, { name: "shop", environment: "production" })).toEqual(["shop", "development"]);
});

test("the next entry, or one like another, is for a free environment that a limited role reaches", () => {
  const first = listedEntry({ id: "first", environment: "development" });
  const free = (reach?: Parameters<typeof nextStart>[2]) => [
    nextStart([first], first, reach).environment,
    startLike([first], first, reach).environment,
  ];
  expect(free()).toEqual(["staging", "staging"]);
  expect(free({ projects: null, environments: ["development", "production"] })).toEqual(["production", "production"]);
  expect(free({ projects: null, environments: ["development", "none"] })).toEqual(["", ""]);
});

test("an edit that changes nothing sends nothing", () => {
  expect(changedEntryBody(values(), context)).toEqual({});
  expect(changedEntryBody(values({ name: " billing " }), context)).toEqual({});
});

test("an edit sends only the changed fields", () => {
  expect(changedEntryBody(values({ name: "invoices" }), context)).toEqual({ name: "invoices" });
  expect(changedEntryBody(values({ environment: "" }), context)).toEqual({ environment: null });
  expect(changedEntryBody(values({ notes: "Rotated" }), context)).toEqual({ notes: "Rotated" });
});

test("a value that was never opened for editing is not sent, whatever the form holds", () => {
  expect(changedEntryBody(values({ value: "left over" }), context)).toEqual({});
});

test("a revealed value is sent only when it was changed", () => {
  expect(changedEntryBody(values({ value: "old" }), { ...context, original: "old" })).toEqual({});
  expect(changedEntryBody(values({ value: "new" }), { ...context, original: "old" })).toEqual({ value: "new" });
});

test("a group passes through the form unchanged, in its order", () => {
  const group = { B: "2", A: "1", EMPTY: "", QUOTED: 'a"b\n' };
  const text = valueText("group", editableValue(group));
  expect(JSON.parse(text)).toEqual(group);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(group));
});

test("several environments have one value for all, or of a simple key a value each", () => {
  const several = values({
    environment: "several",
    several: ["development", "none"],
    value: "for-all",
    values: { development: "for-dev", staging: "unused", production: "", none: "for-none" },
  });
  const sent = (change: Partial<EntryFormValues>, keyType: "simple" | "json") => {
    const changed = { ...several, ...change };
    return targetsOf(changed).map((target) => {
      const { environment, value } = newEntryBody(changed, keyType, target);
      return [environment, value];
    });
  };
  const forAll = [
    ["development", "for-all"],
    [null, "for-all"],
  ];
  expect(sent({}, "simple")).toEqual(forAll);
  expect(sent({ valueEach: true }, "simple")).toEqual([
    ["development", "for-dev"],
    [null, "for-none"],
  ]);
  expect(sent({ valueEach: true }, "json")).toEqual(forAll);
  expect(sent({ valueEach: true, environment: "staging" }, "simple")).toEqual([["staging", "for-all"]]);
});

test("empty rows are not fields", () => {
  expect(
    valueText("group", {
      value: "",
      fields: [
        { name: "", value: "" },
        { name: "A", value: "1" },
      ],
    }),
  ).toBe('{"A":"1"}');
  expect(valueText("group", { value: "", fields: [{ name: "", value: "" }] })).toBe("");
});

test("a new entry sends null for empty fields", () => {
  expect(newEntryBody({ ...startValues(undefined, entry.categoryId), name: "billing", value: "x" }, "simple")).toEqual({
    categoryId: entry.categoryId,
    name: "billing",
    value: "x",
    environment: null,
    notes: null,
  });
});

test("a text with CRLF throughout keeps it in a text field, which has only LF", () => {
  expect(changedEntryBody(values({ value: "a\nb" }), { ...context, original: "a\r\nb" })).toEqual({});
  expect(changedEntryBody(values({ value: "a\nc" }), { ...context, original: "a\r\nb" })).toEqual({ value: "a\r\nc" });
  expect(changedEntryBody(values({ value: "a\nc" }), { ...context, original: "a\r\nb\n" })).toEqual({ value: "a\nc" });
});
