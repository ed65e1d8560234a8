// English written by hand: the browser's first Intl.RelativeTimeFormat takes 12 ms, half a page's own work, and the product speaks English alone.
const units = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["h", 3_600], ["min", 60]] as const;
const second = 1_000;
const day = 86_400 * second;

/** How long before (or after) `now` a moment lies, in words: "just now", "5 min ago", "yesterday", "in 3 months". */
export function ago(timestamp: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(timestamp) - now) / second);
  for (const [unit, length] of units) {
    const amount = Math.round(seconds / length);
    if (Math.abs(seconds) < length) continue;
    if (unit === "day") return inDays(amount);
    return away(amount, unit === "h" || unit === "min" || Math.abs(amount) === 1 ? unit : `${unit}s`);
  }
  return "just now";
}

const away = (amount: number, unit: string) => (amount < 0 ? `${-amount} ${unit} ago` : `in ${amount} ${unit}`);

/** Days of the calendar from today: "today", "tomorrow", "3 days ago". */
export function inDays(days: number): string {
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days < 0 ? "yesterday" : "tomorrow";
  return away(days, "days");
}

let dateFormat: Intl.DateTimeFormat | undefined;
let timeFormat: Intl.DateTimeFormat | undefined;

/** "21 Nov 2026", here. */
export const longDate = (timestamp: string): string => (dateFormat ??= new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" })).format(new Date(timestamp));

/** Date and time here, in the reader's own form. */
export const exactTime = (timestamp: string): string => (timeFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })).format(new Date(timestamp));

const startOfDay = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());

/** Days of the calendar on the wall here between now and a moment. */
export const daysUntil = (timestamp: string): number => Math.round((startOfDay(new Date(timestamp)) - startOfDay(new Date())) / day);
