import { daysUntilDue, dueAt } from "@/lib/client/words/due";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EntryAge } from "../entry-sight";

const yearMs = 365 * 86_400_000;
/** As far ahead as reminders look. */
const dueDays = 30;

/** Whether the entry's value is due, a year old, or the first one that it had. */
export function isOfAge(entry: ListedEntry, age: EntryAge, now = Date.now()): boolean {
  if (age === "") return true;
  if (age === "unchanged") return entry.valueChangedAt === entry.createdAt;
  if (age === "old") return Date.parse(entry.valueChangedAt) < now - yearMs;
  const at = dueAt(entry);
  return at !== null && daysUntilDue(at, now) <= dueDays;
}
