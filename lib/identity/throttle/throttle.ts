import { keyedHash } from "../../crypto/tokens/token";
import { isUniqueViolation } from "../../db/failures";
import { AppError } from "../../errors";
import { loggableError, log } from "../../log";
import { metrics } from "../../metrics";
import { runtime } from "../../runtime";
import type { Target } from "./throttle-targets";

/** The first delay; each further failure doubles it. */
const firstDelayMs = 30_000;
const delayMsMax = 15 * 60_000;
/** No delay ends so far ahead, whatever processes think of the time: the clock was set back, and nobody waits that long. */
const clockSetBackMs = 2 * delayMsMax;
/** Failures are forgotten when the last one is this old: longer than any delay. */
const forgottenAfterMs = 60 * 60_000;

export type Outcome = "success" | "failure" | "undecided";

/**
 * Runs one attempt and counts it against its targets in the database, which all processes share. It is counted before
 * `work` starts and refunded if it was undecided, so that concurrent attempts can't outrun the count. While a target is
 * throttled, throws TOO_MANY_ATTEMPTS with Retry-After and does not run `work`.
 */
export async function attempt<T>(
  targets: readonly Target[],
  work: () => Promise<{ outcome: Outcome; value: T }>,
): Promise<T> {
  const counted: Counted[] = [];
  let outcome: Outcome = "undecided";
  try {
    for (const target of targets) counted.push(await count(target));
    const result = await work();
    outcome = result.outcome;
    return result.value;
  } finally {
    if (outcome === "failure") metrics.failedLogins.inc({ reason: "wrong" });
    if (outcome !== "failure")
      for (const one of counted) await (outcome === "success" && one.resets ? reset(one) : refund(one));
  }
}

/**
 * Counts an unauthenticated request that costs the vault something. Throws like `attempt`. What it returns refunds the
 * attempt, if it served its purpose, and undoes the delay that it started.
 */
export async function countAttempt(target: Target): Promise<() => Promise<void>> {
  const counted = await count(target);
  return () => refund(counted);
}

/** Refunds one attempt that served its purpose, where another request finds that out. A delay that it started stays. */
export const refundAttempt = ({ name, resets }: Target): Promise<void> =>
  refund({ keyHash: keyHashOf(name), blockedUntil: null, resets });

/** Resets a target's count and ends its delay. */
export const resetAttempts = ({ name }: Target): Promise<void> => reset({ keyHash: keyHashOf(name) });

const keyHashOf = (name: string) => keyedHash(runtime().throttleSecret, name);

type Counted = { keyHash: string; blockedUntil: Date | null; resets: boolean };

async function count(target: Target): Promise<Counted> {
  const { name, failuresMax, resets } = target;
  const { db } = runtime();
  const keyHash = keyHashOf(name);
  for (;;) {
    const now = Date.now();
    const row = await db.loginThrottle.findUnique({ where: { keyHash } });
    const delayMs = row?.blockedUntil ? row.blockedUntil.getTime() - now : 0;
    if (delayMs > 0 && delayMs < clockSetBackMs) {
      metrics.failedLogins.inc({ reason: "throttled" });
      throw tooManyAttempts(delayMs);
    }
    const { former, since } = row ? remembered(row, target, now) : { former: 0, since: now };
    const failures = former + 1;
    const blockedUntil =
      failures < failuresMax
        ? null
        : new Date(now + Math.min(firstDelayMs * 2 ** (failures - failuresMax), delayMsMax));
    const data = { failures, lastFailedAt: new Date(since), blockedUntil };
    if (row ? await replace(keyHash, row, data) : await create(keyHash, data)) return { keyHash, blockedUntil, resets };
    // Another attempt was counted in between, and it may have been the last one: look again.
  }
}

type ThrottleRow = { failures: number; lastFailedAt: Date; blockedUntil: Date | null };

/** How many of a target's failures still count now, and from when on the next one is forgotten. */
function remembered(row: ThrottleRow, { failuresMax, fades }: Target, now: number): { former: number; since: number } {
  // One that lies ahead is of a clock that was set back since: it would not fade until then.
  const last = Math.min(row.lastFailedAt.getTime(), now);
  if (last <= now - forgottenAfterMs) return { former: 0, since: now };
  if (!fades) return { former: row.failures, since: now };
  const eachMs = forgottenAfterMs / failuresMax;
  const faded = Math.max(0, Math.floor((now - last) / eachMs));
  // What has passed of the next one's time goes on, however often somebody asks meanwhile.
  return faded < row.failures
    ? { former: row.failures - faded, since: Math.round(last + faded * eachMs) }
    : { former: 0, since: now };
}

async function replace(keyHash: string, { failures, lastFailedAt }: ThrottleRow, data: ThrottleRow): Promise<boolean> {
  const { count } = await runtime().db.loginThrottle.updateMany({ where: { keyHash, failures, lastFailedAt }, data });
  return count === 1;
}

async function create(keyHash: string, data: ThrottleRow): Promise<boolean> {
  try {
    await runtime().db.loginThrottle.create({ data: { keyHash, ...data } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

const reset = ({ keyHash }: Pick<Counted, "keyHash">): Promise<void> =>
  afterwards(async () => {
    await runtime().db.loginThrottle.deleteMany({ where: { keyHash } });
  });

const refund = ({ keyHash, blockedUntil }: Counted): Promise<void> =>
  afterwards(async () => {
    const { db } = runtime();
    await db.loginThrottle.updateMany({
      where: { keyHash, failures: { gt: 0 } },
      data: { failures: { decrement: 1 } },
    });
    if (blockedUntil)
      await db.loginThrottle.updateMany({ where: { keyHash, blockedUntil }, data: { blockedUntil: null } });
  });

/**
 * What was attempted is done, such as a link opened that opens once: an answer that says otherwise would lose it. So what
 * can't be refunded stays counted, and is logged.
 */
const afterwards = (write: () => Promise<void>): Promise<void> =>
  write().catch((error: unknown) => log.error({ event: "attempt-not-refunded", error: loggableError(error) }));

const tooManyAttempts = (ms: number) =>
  new AppError("TOO_MANY_ATTEMPTS", { headers: { "Retry-After": String(Math.ceil(ms / 1000)) } });
