/** `perMinute`: how fast a bucket fills; `burst`: how many it holds. Both in requests. */
export type Rate = { perMinute: number; burst: number };

/** What may come at once: a sixth of a minute's, so that a page's reads and a short script never wait; 10 at least. */
export const rateOf = (perMinute: number): Rate => ({ perMinute, burst: Math.max(10, Math.ceil(perMinute / 6)) });

/**
 * A token bucket for each name: in no span of time are more given than the rate's share of it and one burst. A bucket is
 * kept as the moment at which it would be full again; one that is full is forgotten, so memory holds those alone that
 * took something within the last two times that an empty one needs to fill.
 */
export class TokenBuckets {
  private readonly fullAt = new Map<string, number>();
  private readonly msEach: number;
  private readonly msWhole: number;
  private sweepAt = 0;

  constructor({ perMinute, burst }: Rate) {
    this.msEach = 60_000 / perMinute;
    this.msWhole = burst * this.msEach;
  }

  /** How many buckets are kept. */
  get size(): number {
    return this.fullAt.size;
  }

  /** Takes one at `now` (ms on a clock that never goes back). 0, or, when there was none, how long until there is (ms). */
  take(name: string, now: number): number {
    this.forgetFull(now);
    const fullAt = Math.max(this.fullAt.get(name) ?? 0, now) + this.msEach;
    const wait = fullAt - this.msWhole - now;
    // Sums of fractions: what is off by a thousandth of a millisecond is there.
    if (wait > 0.001) return wait;
    this.fullAt.set(name, fullAt);
    return 0;
  }

  /** Not at each call: every bucket that was kept at the last time is full by the next, unless it was used since. */
  private forgetFull(now: number): void {
    if (now < this.sweepAt) return;
    this.sweepAt = now + this.msWhole;
    for (const [name, fullAt] of this.fullAt) if (fullAt <= now) this.fullAt.delete(name);
  }
}
