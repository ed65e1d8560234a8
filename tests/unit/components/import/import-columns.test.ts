import { expect, test } from "vitest";
import type { Source } from "@/components/import/import-source";
import { readSource } from "@/components/import/plan";

const source: Source = {
  text: "Title,Mark\nA,not-real",
  fileName: "one.csv",
  format: "csv",
  project: "billing",
  environment: "",
  columns: { name: "Title", value: "Mark" },
};
const read = (part: Partial<Source>) => readSource({ ...source, ...part })?.entries.map(({ value }) => value) ?? [];

test("columns are read as they were chosen, while the table has them", () => {
  expect(read({})).toEqual(["not-real"]);
  expect(read({ text: "Title,Mark\nB,other-not-real", fileName: "two.csv" })).toEqual(["other-not-real"]);
});

test("columns that were chosen for one table are not those of another, nor of a format that does not show them", () => {
  const text = "Name,Value,Mark\nA,not-real,of-no-meaning";
  expect(read({ text, columns: {} })).toEqual(["not-real"]);
  expect(read({ text, columns: { value: "Gone" } })).toEqual(["not-real"]);
  expect(read({ text, format: "auto", columns: { value: "Mark" } })).toEqual(["not-real"]);
});
