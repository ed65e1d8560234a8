import fc from "fast-check";
import { expect, test } from "vitest";
import { waitMs } from "../../../packages/svc/src/watch/wait";

test("looks come at the interval, and after failures ever later, at most every 5 minutes, never at the same moment for all", () => {
  expect(waitMs(30_000, 0, () => 0.5)).toBe(30_000);
  expect([1, 2, 3, 4, 5, 1_000].map((failures) => waitMs(30_000, failures, () => 0.5))).toEqual([
    60_000, 120_000, 240_000, 300_000, 300_000, 300_000,
  ]);
  expect(waitMs(3_600_000, 9, () => 0.5)).toBe(3_600_000);
  fc.assert(
    fc.property(fc.integer({ min: 2_000, max: 3_600_000 }), fc.nat(2_000), (interval, failures) => {
      const waited = waitMs(interval, failures);
      expect(waited).toBeGreaterThanOrEqual(interval * 0.8);
      expect(waited).toBeLessThanOrEqual(Math.max(interval, 300_000) * 1.2);
    }),
  );
});
