import { daysUntil, inDays, longDate, twoDigits } from "@/lib/client/words/dates";
import type { AccessKey } from "@/lib/contracts/access/access-keys";

export type Expiry = { state: "never" | "later" | "soon" | "expired"; text: string };

const soonDays = 14;

/** In local calendar days: what expires tonight expires today. */
export function expiryOf({ expiresAt }: Pick<AccessKey, "expiresAt">, now = Date.now()): Expiry {
  if (expiresAt === null) return { state: "never", text: "No expiry" };
  const days = daysUntil(expiresAt, now);
  const near = Math.abs(days) <= soonDays;
  const when = near ? inDays(days) : longDate(expiresAt);
  if (Date.parse(expiresAt) <= now) return { state: "expired", text: `Expired ${when}` };
  return { state: near ? "soon" : "later", text: `Expires ${when}` };
}

/** A local date as `YYYY-MM-DD`, for a date field. */
export function dayFromNow(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** The end of the key's last day, local time. Null if it is not a date. */
export function endOfDay(day: string): Date | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  const at = new Date(year, month - 1, date, 23, 59, 59, 999);
  return Number.isNaN(at.getTime()) ? null : at;
}
