const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const steps = [
  ["minute", 60],
  ["hour", 60],
  ["day", 24],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "5 minutes ago" within a week, then the day. */
export function ago(timestamp: string, now = Date.now()): string {
  let amount = (now - Date.parse(timestamp)) / 1000;
  if (amount < 60) return "just now";
  if (amount > 7 * 86_400) return day.format(new Date(timestamp));
  let unit: (typeof steps)[number][0] = "minute";
  for (const [next, size] of steps) {
    if (amount < size) break;
    amount /= size;
    unit = next;
  }
  return relative.format(-Math.floor(amount), unit);
}

export const exact = (timestamp: string): string => new Date(timestamp).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
