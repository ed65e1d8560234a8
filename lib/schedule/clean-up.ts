import { storedInstant } from "../db/instants";
import { bound } from "../db/queries/query";
import * as queries from "../db/queries/maintenance/expired";
import { separately } from "../db/transactions/separately";
import { dayMs, hourMs, minuteMs } from "../durations";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { repeated } from "./repeated";

/** Longer than any back-off or enrolment. */
const leftoverMsMax = dayMs;
/** How long a reveal counts towards a key's budget, and an hour. */
const countedMs = dayMs + hourMs;

/**
 * Deletes expired rows of all users, some at a time, without Prisma, which mostly nobody has loaded when nobody is there. Returns of
 * how many kinds there were some. Throws what went wrong first, once all else has been deleted.
 */
export async function deleteExpired(now: number, signal?: AbortSignal): Promise<number> {
  const { reads, writes, settings } = runtime();
  const at = (ms: number) => storedInstant(new Date(now + ms));
  const minuteAt = (ms: number) => Math.floor((now + ms) / minuteMs);
  const [nowAt, leftAt] = [at(0), at(-leftoverMsMax)];
  const { run, end } = separately(reads);
  let found = 0;
  for (const deletion of [
    bound(queries.dropExpiredSessions, { nowAt }),
    bound(queries.dropIdleSessions, { idleAt: at(-settings.AUTH_SESSION_IDLE_MINUTES * minuteMs) }),
    bound(queries.dropOldFailures, { leftAt }),
    bound(queries.dropExpiredChallenges, { nowAt }),
    bound(queries.dropExpiredInvitations, { nowAt }),
    bound(queries.dropExpiredKeys, { nowAt }),
    bound(queries.dropRevealCountsBefore, { minute: minuteAt(-countedMs) }),
    bound(queries.dropRevealCountsAhead, { minute: minuteAt(countedMs) }),
    bound(queries.dropOldSetups, { leftAt }),
  ]) {
    let isFirst = true;
    while (!signal?.aborted && (await run(() => writes.run(deletion)))) {
      if (isFirst) found += 1;
      isFirst = false;
    }
  }
  end();
  return found;
}

const cleanUp = repeated(hourMs, {
  work: deleteExpired,
  failed: (error) => log.error({ event: "clean-up-failed", error: loggableError(error) }),
});

/** Deletes what has expired, now and every hour. */
export const startCleanUp = cleanUp.start;

/** Resolves once nothing more is being deleted. */
export const stopCleanUp = cleanUp.stop;
