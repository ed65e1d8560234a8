type OfVaults = readonly { userId: string }[];

/** Longer than a statement may take (ms): whoever waits for a held vault meanwhile notes it again. */
const rememberedMs = 10_000;

/** The vaults that were held for longer than others may wait for them, a short while ago. */
export function heldVaults(now = Date.now) {
  // In the order in which they are forgotten.
  const until = new Map<string, number>();
  return {
    hasAny: (records: OfVaults): boolean =>
      until.size > 0 && records.some(({ userId }) => (until.get(userId) ?? 0) > now()),
    note(records: OfVaults): void {
      for (const [userId, ms] of until) {
        if (ms > now()) break;
        until.delete(userId);
      }
      for (const { userId } of records) {
        until.delete(userId);
        until.set(userId, now() + rememberedMs);
      }
    },
    /** They are free again. */
    forget(records: OfVaults): void {
      for (const { userId } of records) until.delete(userId);
    },
  };
}
