// Handwritten English, like all of the product's texts. Creating the first formatter of Intl takes a browser 10 to 30
// ms, as much as the rest of a page's own work, and every page with a list shows times.
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;
const second = 1_000;
const day = 86_400 * second;

/**
 * The time between a moment and `now`: "just now", "5 min ago", "yesterday", "in 3 months". Elapsed time within a day, and
 * calendar days after that: something due in three days still reads "in 3 days" a second later.
 */
export function ago(timestamp: string, now = Date.now()): string {
  const elapsed = Math.trunc((Date.parse(timestamp) - now) / second);
  const isWithinDay = Math.abs(elapsed) < day / second;
  // A day on which clocks are set back has more than 24 hours.
  const seconds = isWithinDay ? elapsed : (daysUntil(timestamp, now) || Math.sign(elapsed)) * (day / second);
  for (const [unit, length] of units) {
    const amount = Math.trunc(seconds / length);
    if (Math.abs(seconds) < length) continue;
    if (unit === "day") return inDays(amount);
    return away(amount, unit === "h" || unit === "min" || Math.abs(amount) === 1 ? unit : `${unit}s`);
  }
  return "just now";
}

const away = (amount: number, unit: string) => (amount < 0 ? `${-amount} ${unit} ago` : `in ${amount} ${unit}`);

/** Calendar days from today: "today", "tomorrow", "3 days ago". */
export function inDays(days: number): string {
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days < 0 ? "yesterday" : "tomorrow";
  return away(days, "days");
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** A day, month, hour or minute with its leading zero. */
export const twoDigits = (part: number) => String(part).padStart(2, "0");
const dateOf = (at: Date) => `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;

/** "21 Nov 2026", in local time. */
export const longDate = (timestamp: string): string => dateOf(new Date(timestamp));

/** "21 Nov 2026", of the day in UTC. */
export function longDay(timestamp: string): string {
  const at = new Date(timestamp);
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** "21 Nov 2026, 14:05", in local time. */
export function exactTime(timestamp: string): string {
  const at = new Date(timestamp);
  return `${dateOf(at)}, ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

const startOfDay = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());

/** Local calendar days between `now` and a moment. */
export const daysUntil = (timestamp: string, now = Date.now()): number =>
  Math.round((startOfDay(new Date(timestamp)) - startOfDay(new Date(now))) / day);
