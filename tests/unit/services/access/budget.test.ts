import fc from "fast-check";
import { expect, test } from "vitest";
import { secondsUntilFree, spendReveals } from "@/lib/services/doors/disclose/budget";
import { keyCaller } from "../../../support/callers/key-caller";

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const now = Date.UTC(2026, 10, 23, 12, 34, 56);
const nowMinute = Math.floor(now / minuteMs);

/** What the counts are at a time: those whose minute began in the last 24 hours, or at their edge. */
const sumAt = (counts: readonly { minute: number; count: number }[], at: number) =>
  counts
    .filter(({ minute }) => minute >= Math.floor(at / minuteMs) - dayMinutes)
    .reduce((sum, { count }) => sum + count, 0);

test("Retry-After is the first second at which enough has left the last 24 hours, and never more than a day", () => {
  const counted = fc.uniqueArray(
    fc.record({
      minute: fc.integer({ min: nowMinute - dayMinutes, max: nowMinute }),
      count: fc.integer({ min: 1, max: 9 }),
    }),
    { selector: ({ minute }) => minute, minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(counted, fc.nat(100), (unordered, most) => {
      const counts = unordered.sort((one, other) => one.minute - other.minute);
      fc.pre(sumAt(counts, now) > most);
      const seconds = secondsUntilFree(counts, most, now);
      const isCut = seconds === dayMinutes * 60;
      // The minute in which they were revealed ends within the next one.
      expect(sumAt(counts, now + (isCut ? seconds + 60 : seconds) * 1000)).toBeLessThanOrEqual(most);
      if (seconds > 1) expect(sumAt(counts, now + (seconds - 1) * 1000)).toBeGreaterThan(most);
      expect(seconds).toBeLessThanOrEqual(dayMinutes * 60);
    }),
  );
});

test("a minute that has only begun is asked for again in a day, not later", () => {
  const counts = [{ minute: nowMinute, count: 1 }];
  expect(secondsUntilFree(counts, 0, nowMinute * minuteMs)).toBe(86_400);
  expect(secondsUntilFree(counts, 0, nowMinute * minuteMs + 59_000)).toBe(86_400);
  expect(secondsUntilFree(counts, 0, nowMinute * minuteMs + 61_000)).toBe(86_399);
});

test("what can never be free is asked for again in a day", () => {
  expect(secondsUntilFree([{ minute: nowMinute, count: 1 }], -1, now)).toBe(86_400);
});

test("who asks for more at once than a day allows is told that waiting is in vain", async () => {
  await expect(spendReveals({ caller: keyCaller({ revealsPerDay: 5 }) }, 12, now)).rejects.toMatchObject({
    ...{ code: "REVEALS_SPENT", status: 429, headers: { "Retry-After": "86400" } },
    message:
      "Refused: this would reveal 12 values at once, and the access key may reveal 5 in 24 hours. Waiting does not help: ask for fewer at once, or use a key that may reveal more",
  });
});
