const units: [Intl.RelativeTimeFormatUnit, number][] = [["year", 31_536_000], ["month", 2_592_000], ["week", 604_800], ["day", 86_400], ["hour", 3_600], ["minute", 60]];
const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function ago(timestamp: string): string {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit && size ? format.format(Math.round(seconds / size), unit) : "just now";
}

/** How long ago, as of when it was drawn; the exact time where one points. */
export function RelativeTime({ timestamp, className }: { timestamp: string; className?: string }) {
  return <time dateTime={timestamp} title={exact.format(new Date(timestamp))} className={className}>{ago(timestamp)}</time>;
}
