import { ago, exactTime } from "@/lib/client/dates";

/** How long ago, as of when it was drawn; the exact time where one points. */
export function RelativeTime({ timestamp, className }: { timestamp: string; className?: string }) {
  return (
    <time dateTime={timestamp} title={exactTime(timestamp)} className={className}>
      {ago(timestamp)}
    </time>
  );
}
