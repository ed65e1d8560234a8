import fc from "fast-check";
import { expect, test } from "vitest";
import { rateOf, TokenBuckets } from "@/lib/http/gate/token-buckets";

const rate = fc.record({ perMinute: fc.integer({ min: 1, max: 100_000 }), burst: fc.integer({ min: 1, max: 1_000 }) });
/** Intervals between requests: many at once, some close together, some after a while (ms). */
const pause = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 5, noNaN: true }),
  fc.double({ min: 0, max: 120_000, noNaN: true }),
);
const pauses = fc.array(pause, { minLength: 1, maxLength: 300 });

/** The moments at which a token was granted, of all at which one was requested. */
function givenAt(buckets: TokenBuckets, name: string, asked: readonly number[]): number[] {
  return asked.filter((now) => buckets.take(name, now) === 0);
}
const momentsOf = (start: number, between: readonly number[]): number[] =>
  between.map((_, index) => between.slice(0, index + 1).reduce((sum, ms) => sum + ms, start));

test("no period allows more than the rate's share of it and one burst", () => {
  fc.assert(
    fc.property(rate, pauses, fc.double({ min: 0, max: 1e9, noNaN: true }), ({ perMinute, burst }, between, start) => {
      const given = givenAt(new TokenBuckets({ perMinute, burst }), "ada", momentsOf(start, between));
      for (let first = 0; first < given.length; first += 1) {
        for (let last = first; last < given.length; last += 1) {
          const ms = (given[last] ?? 0) - (given[first] ?? 0);
          expect(last - first + 1).toBeLessThanOrEqual(burst + (ms * perMinute) / 60_000 + 0.01);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("a caller who keeps to the rate is never refused, and one who has rested has a whole burst", () => {
  fc.assert(
    fc.property(rate, fc.integer({ min: 1, max: 200 }), ({ perMinute, burst }, count) => {
      const buckets = new TokenBuckets({ perMinute, burst });
      const steady = Array.from({ length: count }, (_, index) => (index * 60_000) / perMinute);
      expect(givenAt(buckets, "ada", steady)).toEqual(steady);
      const rested = (steady.at(-1) ?? 0) + (burst * 60_000) / perMinute;
      const atOnce = Array.from({ length: burst + 1 }, () => rested);
      expect(givenAt(buckets, "ada", atOnce)).toHaveLength(burst);
    }),
  );
});

test("a refused caller learns when the next token is there: not sooner, and then it is", () => {
  fc.assert(
    fc.property(rate, fc.double({ min: 0, max: 1e6, noNaN: true }), ({ perMinute, burst }, now) => {
      const buckets = new TokenBuckets({ perMinute, burst });
      for (let taken = 0; taken < burst; taken += 1) expect(buckets.take("ada", now)).toBe(0);
      const wait = buckets.take("ada", now);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60_000 / perMinute + 0.01);
      expect(buckets.take("ada", now + wait / 2)).toBeGreaterThan(0);
      expect(buckets.take("ada", now + wait)).toBe(0);
    }),
  );
});

test("one caller's requests take nothing from another's", () => {
  const buckets = new TokenBuckets({ perMinute: 60, burst: 2 });
  expect(["ada", "ada", "ada", "grace", "grace", "grace"].map((name) => buckets.take(name, 0) === 0)).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});

test("full buckets are forgotten; those in use are kept", () => {
  const buckets = new TokenBuckets({ perMinute: 60, burst: 10 });
  for (let user = 0; user < 10_000; user += 1) buckets.take(`user ${user}`, user / 1_000);
  expect(buckets.size).toBe(10_000);
  for (let taken = 0; taken < 10; taken += 1) buckets.take("ada", 15_000);
  expect(buckets.size).toBe(1);
  expect(buckets.take("ada", 15_000)).toBeGreaterThan(0);
  buckets.take("grace", 25_000);
  expect(buckets.size).toBe(1);
});

test.each([
  [1, 10],
  [60, 10],
  [61, 11],
  [120, 20],
  [1_200, 200],
])("%i a minute may begin with %i at once", (perMinute, burst) => {
  expect(rateOf(perMinute)).toEqual({ perMinute, burst });
});
