/** `perMinute`: how fast a bucket fills; `burst`: how many it holds. Both in requests. */
export type Rate = { perMinute: number; burst: number };

/** A sixth of a minute's requests, so that a page's reads and short scripts never wait; at least 10. */
export const rateOf = (perMinute: number): Rate => ({ perMinute, burst: Math.max(10, Math.ceil(perMinute / 6)) });

/**
 * One token bucket per name: in any period, at most the rate's share plus one burst. A bucket is stored as the time
 * when it will be full again and dropped once full, so memory holds only names used recently.
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

  /** The number of stored buckets. */
  get size(): number {
    return this.fullAt.size;
  }

  /** Takes a token at `now` (ms, monotonic). Returns 0, or the wait in ms if there is none. */
  take(name: string, now: number): number {
    this.forgetFull(now);
    const fullAt = Math.max(this.fullAt.get(name) ?? 0, now) + this.msEach;
    const wait = fullAt - this.msWhole - now;
    // Allows for rounding: a thousandth of a millisecond counts as nothing.
    if (wait > 0.001) return wait;
    this.fullAt.set(name, fullAt);
    return 0;
  }

  /** Not needed at every call: by the next sweep, every bucket of the last one is full unless it was used since. */
  private forgetFull(now: number): void {
    if (now < this.sweepAt) return;
    this.sweepAt = now + this.msWhole;
    for (const [name, fullAt] of this.fullAt) if (fullAt <= now) this.fullAt.delete(name);
  }
}
