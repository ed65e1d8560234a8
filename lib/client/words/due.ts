import type { KeyEntry } from "../../contracts/vault/entries";

/** What an entry says of its dates. */
export type Dated = Pick<KeyEntry, "expiresAt" | "rotateEveryDays" | "valueChangedAt">;

const dayMs = 86_400_000;
/** As far ahead as reminders look. */
const soonDays = 30;

/** When an entry's value is due: it expires or is to be replaced, whichever comes first. Null if never. */
export function dueAt({ expiresAt, rotateEveryDays, valueChangedAt }: Dated): string | null {
  const rotateAt =
    rotateEveryDays === null ? null : new Date(Date.parse(valueChangedAt) + rotateEveryDays * dayMs).toISOString();
  return expiresAt && rotateAt ? (expiresAt < rotateAt ? expiresAt : rotateAt) : (expiresAt ?? rotateAt);
}

/** Days from today, in local time, until the day of an instant, which is one of UTC as in the calendar. */
export function daysUntilDue(at: string, now = Date.now()): number {
  const today = new Date(now);
  const day = Date.parse(`${at.slice(0, 10)}T00:00:00Z`);
  return Math.round((day - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / dayMs);
}

/** "Overdue", "Due today", "Due in 5 days"; null if it is not due within 30 days. */
export function dueText(at: string, now = Date.now()): string | null {
  const days = daysUntilDue(at, now);
  if (days > soonDays) return null;
  if (days < 0) return "Overdue";
  return days === 0 ? "Due today" : days === 1 ? "Due tomorrow" : `Due in ${days} days`;
}

/** The same for what stops working by itself: "Expired", "Expires in 5 days". */
export function expiryText(at: string, now = Date.now()): string | null {
  const due = dueText(at, now);
  return due === "Overdue" ? "Expired" : due && due.replace("Due", "Expires");
}

/** What an entry's badge says, by the date that comes first: it stops working, or its value is to be replaced. */
export function entryDueText(entry: Dated, now = Date.now()): string | null {
  const at = dueAt(entry);
  return at && (at === entry.expiresAt ? expiryText : dueText)(at, now);
}
