import { expect, test } from "vitest";
import { isOfAge } from "@/components/entries/list/age-filter";
import { changedEntryBody, newEntryBody, startValues } from "@/components/entries/form/entry-form-values";
import { daysUntilDue, dueAt, dueText, entryDueText } from "@/lib/client/words/due";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { listedEntry } from "../../../support/rows/listed-entry";

const noon = Date.parse("2026-03-10T12:00:00Z");

test("an entry is due when it expires or is to be replaced, whichever comes first", () => {
  const expiresAt = "2026-03-20T00:00:00.000Z";
  expect(dueAt(listedEntry())).toBeNull();
  expect(dueAt(listedEntry({ expiresAt }))).toBe(expiresAt);
  expect(dueAt(listedEntry({ rotateEveryDays: 10 }))).toBe("2026-03-11T09:30:00.000Z");
  expect(dueAt(listedEntry({ expiresAt, rotateEveryDays: 10 }))).toBe("2026-03-11T09:30:00.000Z");
  expect(dueAt(listedEntry({ expiresAt, rotateEveryDays: 90 }))).toBe(expiresAt);
});

test.each([
  ["2026-03-09T23:59:59.000Z", -1, "Overdue"],
  ["2026-03-10T00:00:00.000Z", 0, "Due today"],
  ["2026-03-11T23:00:00.000Z", 1, "Due tomorrow"],
  ["2026-03-15T00:00:00.000Z", 5, "Due in 5 days"],
  ["2026-04-09T00:00:00.000Z", 30, "Due in 30 days"],
  ["2026-04-10T00:00:00.000Z", 31, null],
])("what is due at %s is %i days away: %s", (at, days, text) => {
  expect([daysUntilDue(at, noon), dueText(at, noon)]).toEqual([days, text]);
});

test("entries are found by their age", () => {
  const ages = (entry: ListedEntry) =>
    (["", "due", "old", "unchanged"] as const).filter((age) => isOfAge(entry, age, noon));
  expect(ages(listedEntry())).toEqual(["", "unchanged"]);
  expect(ages(listedEntry({ valueChangedAt: "2026-03-02T00:00:00.000Z", rotateEveryDays: 30 }))).toEqual(["", "due"]);
  expect(ages(listedEntry({ valueChangedAt: "2025-03-10T11:00:00.000Z" }))).toEqual(["", "old"]);
  expect(ages(listedEntry({ valueChangedAt: "2025-03-11T11:00:00.000Z" }))).toEqual([""]);
});

test("the form sends dates that were given, and clears those that were emptied", () => {
  const entry = listedEntry({ expiresAt: "2026-03-20T08:00:00.000Z", rotateEveryDays: 90 });
  const context = { entry, keyType: "simple", original: undefined } as const;
  const values = startValues(entry, undefined);
  expect(newEntryBody(values, "simple")).toMatchObject({ expiresAt: "2026-03-20", rotateEveryDays: 90 });
  expect(newEntryBody(startValues(undefined, "c"), "simple")).not.toHaveProperty("expiresAt");
  expect(changedEntryBody(values, context)).toEqual({});
  expect(changedEntryBody({ ...values, expiresAt: "2026-03-21" }, context)).toEqual({ expiresAt: "2026-03-21" });
  expect(changedEntryBody({ ...values, expiresAt: "", rotateEveryDays: "" }, context)).toEqual({
    expiresAt: null,
    rotateEveryDays: null,
  });
});

test("a badge says of what comes first whether it stops working or is to be replaced", () => {
  const text = (dates: Partial<ListedEntry>) =>
    entryDueText(listedEntry({ valueChangedAt: "2026-03-01T00:00:00.000Z", ...dates }), noon);
  expect(text({})).toBeNull();
  expect(text({ expiresAt: "2026-03-09T00:00:00.000Z" })).toBe("Expired");
  expect(text({ expiresAt: "2026-03-13T00:00:00.000Z", rotateEveryDays: 20 })).toBe("Expires in 3 days");
  expect(text({ expiresAt: "2026-03-13T00:00:00.000Z", rotateEveryDays: 10 })).toBe("Due tomorrow");
  expect(text({ rotateEveryDays: 5 })).toBe("Overdue");
  // A value that stops working then has to be replaced then, too.
  expect(text({ expiresAt: "2026-03-11T00:00:00.000Z", rotateEveryDays: 10 })).toBe("Expires tomorrow");
});
