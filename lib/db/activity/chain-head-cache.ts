import type { Head } from "./chain";

/** How many vaults' ends are remembered, some 300 bytes each. */
const endsMax = 10_000;

type End = { number: number; mac: string; isLikely: boolean };

/** Where this process left the chains of the vaults that it last appended to. */
export type ChainHeadCache = {
  /**
   * Where a chain probably still ends: nobody else had appended to it between the last two times. Undefined otherwise.
   */
  likely(userId: string): Head | undefined;
  /** A chain that was found to end at `found` now ends at `left`. */
  moved(found: Head, left: Head): void;
  /** It ends elsewhere, or that is not known any more. */
  forget(userId: string): void;
};

export function chainHeadCache(): ChainHeadCache {
  const ends = new Map<string, End>();
  return {
    likely(userId) {
      const end = ends.get(userId);
      return end?.isLikely ? { userId, number: end.number, mac: end.mac } : undefined;
    },
    moved(found, { userId, number, mac }) {
      const before = ends.get(userId);
      ends.delete(userId);
      ends.set(userId, { number, mac, isLikely: before?.number === found.number && before.mac === found.mac });
      // The first key is the one that was set the longest time ago.
      if (ends.size > endsMax) ends.delete(ends.keys().next().value as string);
    },
    forget: (userId) => void ends.delete(userId),
  };
}
