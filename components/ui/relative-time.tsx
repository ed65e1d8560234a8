import { ago, exactTime } from "@/lib/client/words/dates";

/** How long ago, as of rendering; the exact time as a tooltip. */
export function RelativeTime({ timestamp, className }: { timestamp: string; className?: string }) {
  return (
    <time dateTime={timestamp} title={exactTime(timestamp)} className={className}>
      {ago(timestamp)}
    </time>
  );
}
