import { expect, test } from "vitest";
import { changedFields } from "@/components/entries/form/changed-fields";
import { listedEntry } from "../../../support/rows/listed-entry";

const entry = listedEntry();

test("each field that somebody else changed is named, in the form's order, and nothing else", () => {
  expect(changedFields(entry, { ...entry, version: 2, updatedAt: "2026-03-02T00:00:00.000Z" })).toEqual([]);
  expect(changedFields(entry, { ...entry, notes: "theirs", environment: "production" })).toEqual([
    "environment",
    "notes",
  ]);
  expect(
    changedFields(entry, {
      ...entry,
      categoryId: "mail",
      name: "shop",
      valueChangedAt: "2026-03-02T00:00:00.000Z",
      expiresAt: "2027-01-01T00:00:00.000Z",
      rotateEveryDays: 90,
    }),
  ).toEqual(["category", "project", "value", "expiry date", "days until it is replaced"]);
});
