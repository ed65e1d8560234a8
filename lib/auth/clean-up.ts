import { runtime } from "../runtime";

const everyMs = 60 * 60_000;
/** Longer than any back-off or enrolment. */
const leftoverMsMax = 24 * 60 * 60_000;
/** How long a reveal counts towards a key's budget, and an hour. */
const countedMs = 25 * 60 * 60_000;
let dueAt = 0;

/** Deletes expired rows of all users, at most once an hour. Called at every sign-in and every attempt. */
export async function cleanUpWhenDue(now = Date.now()): Promise<void> {
  if (now < dueAt) return;
  dueAt = now + everyMs;
  const { db, settings } = runtime();
  const idleSince = new Date(now - settings.AUTH_SESSION_IDLE_MINUTES * 60_000);
  const leftOver = new Date(now - leftoverMsMax);
  await db.session.deleteMany({
    where: { OR: [{ expiresAt: { lte: new Date(now) } }, { lastSeenAt: { lte: idleSince } }] },
  });
  await db.loginThrottle.deleteMany({ where: { lastFailedAt: { lte: leftOver } } });
  await db.oneTimeChallenge.deleteMany({ where: { expiresAt: { lte: new Date(now) } } });
  await db.invitation.deleteMany({ where: { expiresAt: { lte: new Date(now) } } });
  await db.previousAccessKey.deleteMany({ where: { expiresAt: { lte: new Date(now) } } });
  await db.revealCount.deleteMany({ where: { minute: { lt: Math.floor((now - countedMs) / 60_000) } } });
  await db.accountTotp.deleteMany({ where: { confirmedAt: null, createdAt: { lte: leftOver } } });
}
