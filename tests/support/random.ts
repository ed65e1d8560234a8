/** Mulberry32: the same seed gives the same numbers below 1, for runs that can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Choice = { below(count: number): number; of<T>(items: readonly T[]): T; chance(share: number): boolean };

/** Choices from such numbers. */
export function choicesFrom(random: () => number): Choice {
  const below = (count: number) => Math.floor(random() * count);
  return {
    below,
    of: (items) => items[below(items.length)] as (typeof items)[number],
    chance: (share) => random() < share,
  };
}
