import type { Context } from "../../../auth/context";
import { bound } from "../../../db/queries/query";
import {
  addToRevealCount,
  findKeyToCount,
  findOverspentKey,
  listRevealCounts,
} from "../../../db/queries/access/reveal-counts";
import { newRowId } from "../../../db/row-id";
import { minuteMs } from "../../../durations";
import { AppError } from "../../../errors";
import { runtime } from "../../../runtime";
import { owner } from "../owned";

const dayMinutes = 24 * 60;
const daySeconds = dayMinutes * 60;

/**
 * The first minute that counts for a reveal at `now` (ms). Counts are kept by the minute; the one in which the 24 hours
 * began counts as a whole, so that no 24 hours ever see more than the budget.
 */
const sinceMinute = (now: number): number => Math.floor(now / minuteMs) - dayMinutes;

/** Whether values that leave by the caller are counted: of an access key with a daily budget. */
export const hasBudget = ({ caller }: Context): boolean => caller.kind === "key" && caller.revealsPerDay !== null;

/**
 * Takes that many values from the budget of an access key that has one, durably and before any of them leaves. Throws
 * REVEALS_SPENT, with nothing taken, if the budget does not hold them all; of many requests at once none can take what
 * another one took.
 */
export async function spendReveals(ctx: Context, count: number, now = Date.now()): Promise<void> {
  const { caller } = ctx;
  if (caller.kind !== "key" || caller.revealsPerDay === null || count === 0) return;
  const { revealsPerDay } = caller;
  if (count > revealsPerDay) throw tooManyAtOnce(count, revealsPerDay);
  const key = { accessKeyId: caller.keyId, ...owner(ctx) };
  const since = sinceMinute(now);
  const isTaken = await runtime().writes.run({
    ...bound(addToRevealCount, { ...key, id: newRowId(), minute: Math.floor(now / minuteMs), count }),
    onlyIf: bound(findKeyToCount, key),
    turn: { line: "budgets", vaultId: key.userId },
    unless: bound(findOverspentKey, { ...key, since, most: revealsPerDay - count }),
  });
  if (isTaken) return;
  const counts = await runtime().reads.all(listRevealCounts, { ...key, since });
  throw new AppError("REVEALS_SPENT", {
    headers: { "Retry-After": String(secondsUntilFree(counts, revealsPerDay - count, now)) },
  });
}

/** Nothing may have been spent, and waiting is in vain: the code, the status and the header are those of its contract. */
const tooManyAtOnce = (count: number, revealsPerDay: number): AppError =>
  new AppError("REVEALS_SPENT", {
    message: `Refused: this would reveal ${count} values at once, and the access key may reveal ${revealsPerDay} in 24 hours. Waiting does not help: ask for fewer at once, or use a key that may reveal more`,
    headers: { "Retry-After": String(daySeconds) },
  });

/** How many values the caller may still reveal; null for any number. */
export async function revealsLeft(ctx: Context, now = Date.now()): Promise<number | null> {
  const { caller } = ctx;
  if (caller.kind !== "key" || caller.revealsPerDay === null) return null;
  const given = { accessKeyId: caller.keyId, ...owner(ctx), since: sinceMinute(now) };
  const counts = await runtime().reads.all(listRevealCounts, given);
  return Math.max(0, caller.revealsPerDay - counts.reduce((sum, { count }) => sum + count, 0));
}

/**
 * Seconds until at most `most` values of these counts, oldest first, lie in the last 24 hours; a day if never. At most a
 * day: a caller who asks in that very minute may be told once more to wait for the rest of a minute.
 */
export function secondsUntilFree(
  counts: readonly { minute: number; count: number }[],
  most: number,
  now: number,
): number {
  let sum = counts.reduce((total, { count }) => total + count, 0);
  for (const { minute, count } of counts) {
    sum -= count;
    const free = Math.ceil(((minute + dayMinutes + 1) * minuteMs - now) / 1000);
    if (sum <= most) return Math.min(Math.max(1, free), daySeconds);
  }
  return daySeconds;
}
