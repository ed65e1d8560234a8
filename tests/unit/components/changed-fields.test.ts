import { expect, test } from "vitest";
import { changedFields } from "@/components/entries/changed-fields";
import type { ListedEntry } from "@/lib/contracts/entries";

const entry: ListedEntry = {
  id: "entry",
  categoryId: "stripe",
  name: "billing",
  environment: null,
  notes: null,
  fieldNames: null,
  expiresAt: null,
  rotateEveryDays: null,
  valueChangedAt: "2026-03-01T00:00:00.000Z",
  createdAt: "2026-03-01T00:00:00.000Z",
  updatedAt: "2026-03-01T00:00:00.000Z",
  version: 1,
  category: { name: "Stripe", keyType: "simple", envVarName: "A", icon: null },
};

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
