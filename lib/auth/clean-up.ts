import { loggableError, log } from "../log";
import { isUnavailable, runtime } from "../runtime";

const everyMs = 60 * 60_000;
/** Longer than any back-off or enrolment. */
const leftoverMsMax = 24 * 60 * 60_000;
/** How long a reveal counts towards a key's budget, and an hour. */
const countedMs = 25 * 60 * 60_000;
let dueAt = 0;

/**
 * Deletes expired rows of all users, at most once an hour. Called at every sign-in and every attempt, which go on whatever
 * comes of it.
 */
export async function cleanUpWhenDue(now = Date.now()): Promise<void> {
  // One that is further ahead was set by a clock that has been set back since.
  if (now < dueAt && dueAt - now <= everyMs) return;
  dueAt = now + everyMs;
  const { db, settings } = runtime();
  const idleSince = new Date(now - settings.AUTH_SESSION_IDLE_MINUTES * 60_000);
  const leftOver = new Date(now - leftoverMsMax);
  const isOver = { expiresAt: { lte: new Date(now) } };
  const minuteAt = (ms: number) => Math.floor((now + ms) / 60_000);
  // Far ahead: a clock counted them that has been set back since, and they would count until then.
  const uncounted = { OR: [{ minute: { lt: minuteAt(-countedMs) } }, { minute: { gt: minuteAt(countedMs) } }] };
  const deletions: (() => Promise<unknown>)[] = [
    () => db.session.deleteMany({ where: { OR: [isOver, { lastSeenAt: { lte: idleSince } }] } }),
    () => db.loginThrottle.deleteMany({ where: { lastFailedAt: { lte: leftOver } } }),
    () => db.oneTimeChallenge.deleteMany({ where: isOver }),
    () => db.invitation.deleteMany({ where: isOver }),
    () => db.previousAccessKey.deleteMany({ where: isOver }),
    () => db.revealCount.deleteMany({ where: uncounted }),
    () => db.accountTotp.deleteMany({ where: { confirmedAt: null, createdAt: { lte: leftOver } } }),
  ];
  for (const remove of deletions)
    try {
      await remove();
    } catch (error) {
      // The next hour tries again.
      log.error({ event: "clean-up-failed", error: loggableError(error) });
      if (isUnavailable(error)) return;
    }
}
