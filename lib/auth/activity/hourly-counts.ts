import { hourMs } from "../../durations";

/** How many ids a process counts for. */
const countedMax = 10_000;

/**
 * Counts what anybody can cause without end, by what it belongs to. Each call returns the number of calls with this id
 * within its hour, this one included; the hour begins with its first one. One
 * that began far in the future, by a clock that was wrong, is over.
 */
export function hourlyCounts(): (id: string, now?: number) => number {
  const counts = new Map<string, { since: number; count: number }>();
  return (id, now = Date.now()) => {
    const known = counts.get(id);
    const counted = known && Math.abs(now - known.since) < hourMs ? known : { since: now, count: 0 };
    counts.delete(id);
    const [oldest] = counts.size < countedMax ? [] : counts.keys();
    if (oldest !== undefined) counts.delete(oldest);
    counts.set(id, counted);
    counted.count += 1;
    return counted.count;
  };
}
