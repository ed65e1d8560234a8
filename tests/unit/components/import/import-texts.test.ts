import { expect, test } from "vitest";
import { importedText, previewText } from "@/components/import/import-texts";

const counts = (fields: Partial<Parameters<typeof importedText>[0]> = {}) => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  ...fields,
});

test("a preview counts new, changed and unchanged items, and skipped ones if there are any", () => {
  expect(previewText(counts({ created: 5, unchanged: 2 }), 0)).toBe("5 new, 0 changed, 2 unchanged");
  expect(previewText(counts({ rejected: 1 }), 2)).toBe("0 new, 0 changed, 0 unchanged, 3 skipped");
});

test("an import reports what it did, and nothing else", () => {
  expect(
    [
      counts({ created: 1 }),
      counts({ created: 5, unchanged: 3 }),
      counts({ updated: 2 }),
      counts({ created: 1, updated: 1 }),
    ].map(importedText),
  ).toEqual([
    "Imported 1 new item",
    "Imported 5 new items",
    "Changed 2 existing items",
    "Imported 1 new item and changed 1 existing item",
  ]);
});
