import type { AccessKey } from "@/lib/contracts/access-keys";

const units: [Intl.RelativeTimeFormatUnit, seconds: number][] = [["year", 31_536_000], ["month", 2_592_000], ["week", 604_800], ["day", 86_400], ["hour", 3_600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const inDays = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const dateOnly = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export const longDate = (timestamp: string): string => dateOnly.format(new Date(timestamp));
export const exactTime = (timestamp: string): string => exact.format(new Date(timestamp));

/** How long ago, as of now. */
export function ago(timestamp: string): string {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit && size ? relative.format(Math.round(seconds / size), unit) : "just now";
}

export type Expiry = { state: "never" | "later" | "soon" | "expired"; text: string };

const soonDays = 14;
const startOfDay = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());

/** Counted in days of the calendar on the wall here: what expires tonight expires today. */
export function expiryOf({ expiresAt }: Pick<AccessKey, "expiresAt">): Expiry {
  if (expiresAt === null) return { state: "never", text: "No expiry" };
  const at = new Date(expiresAt);
  const days = Math.round((startOfDay(at) - startOfDay(new Date())) / 86_400_000);
  const near = Math.abs(days) <= soonDays;
  const when = near ? inDays.format(days, "day") : longDate(expiresAt);
  if (at.getTime() <= Date.now()) return { state: "expired", text: `Expired ${when}` };
  return { state: near ? "soon" : "later", text: `Expires ${when}` };
}

/** `YYYY-MM-DD` of a day here, as a date field wants it. */
export function dayFromNow(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** A key works until its last day ends here. Null for what is no date. */
export function endOfDay(day: string): Date | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  const at = new Date(year, month - 1, date, 23, 59, 59, 999);
  return Number.isNaN(at.getTime()) ? null : at;
}
