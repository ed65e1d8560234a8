import { expect, test } from "vitest";
import { changedSource } from "@/components/import/changed-source";
import type { Source } from "@/components/import/import-source";

const source: Source = {
  text: "Key,Secret\nA,not-real",
  fileName: "one.csv",
  format: "csv",
  project: "billing",
  environment: "",
  columns: { name: "Key", value: "Secret" },
};

test("columns that were chosen for one table don't stay for another, nor where they are not shown", () => {
  for (const part of [
    { text: "Title,Password\nA,not-real", fileName: "two.csv" },
    { text: "", fileName: null },
    { format: "auto" as const },
  ])
    expect(changedSource(source, part)).toEqual({ ...source, ...part, columns: {} });
});

test("they stay while the table has its titles, whatever else changes", () => {
  for (const part of [
    { text: "Key,Secret\nB,not-real", fileName: null },
    { project: "shop" },
    { columns: { name: "Secret" } },
  ])
    expect(changedSource(source, part)).toEqual({ ...source, ...part });
});
