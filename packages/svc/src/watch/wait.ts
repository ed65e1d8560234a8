const longestMs = 300_000;

/**
 * How long to wait before the next look: the interval, doubled by each failure in a row up to 5 minutes, give or take a
 * fifth, so that many watchers that lost the vault at once don't come back at once.
 */
export function waitMs(intervalMs: number, failures: number, random: () => number = Math.random): number {
  const longest = Math.max(intervalMs, longestMs);
  return Math.min(intervalMs * 2 ** Math.min(failures, 20), longest) * (0.8 + 0.4 * random());
}
