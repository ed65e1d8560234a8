import { setImmediate } from "node:timers/promises";
import type { SessionCaller } from "../../auth/caller";
import { findMembership } from "../../auth/grants/membership";
import { reminderDays } from "../../contracts/access/reminders";
import { duePath } from "../../contracts/access/rotation-path";
import { separately } from "../../db/transactions/separately";
import { type Due, isDigestTime, queueDigest, wantsDigest } from "../../mail/queue-digest";
import { runtime } from "../../runtime";
import { dueWithin } from "./reminders";

/*
 * Tells people by mail what is due in their own vault and in their teams', as far as they see it there.
 */

const peopleAtOnce = 100;

/**
 * Queues the mails of everybody who has something new to be told. Returns how many. Throws what went wrong for somebody,
 * once the others have been told.
 */
export async function queueDigests(now: number, signal?: AbortSignal): Promise<number> {
  const { db, reads } = runtime();
  const { run, end } = separately(reads);
  let queued = 0;
  for (let after = ""; ;) {
    const people = await db.user.findMany({
      where: { id: { gt: after } },
      select: { id: true, mailChoice: { select: { digestAt: true } } },
      orderBy: { id: "asc" },
      take: peopleAtOnce,
    });
    for (const { id, mailChoice } of people) {
      if (signal?.aborted) return queued;
      const isTold = run(async () => isDigestTime(mailChoice?.digestAt ?? null, now) && tell(id, now));
      if (await isTold) queued += 1;
      await setImmediate();
    }
    after = people.at(-1)?.id ?? "";
    if (people.length < peopleAtOnce) break;
  }
  end();
  return queued;
}

async function tell(userId: string, now: number): Promise<boolean> {
  if (!(await wantsDigest(userId))) return false;
  const due = await dueFor(userId, now);
  return due.length > 0 && queueDigest(userId, due, now);
}

/** What is due where somebody may look; what is due first comes first. */
async function dueFor(userId: string, now: number): Promise<Due[]> {
  // It sees what the person does, and proves nothing.
  const self: SessionCaller = { kind: "session", userId, sessionId: userId, provenAt: new Date(0) };
  const memberships = await runtime().db.membership.findMany({
    where: { userId },
    select: { teamId: true, team: { select: { name: true } } },
  });
  const found = await dueAt(self, null, now);
  for (const { teamId, team } of memberships) {
    const membership = await findMembership(teamId, userId);
    if (membership)
      found.push(
        ...(await dueAt({ ...self, team: membership.team, bounds: membership.bounds }, { id: teamId, ...team }, now)),
      );
  }
  return found.sort((one, other) => (one.item.dueAt < other.item.dueAt ? -1 : 1));
}

const dueAt = async (caller: SessionCaller, team: { id: string; name: string } | null, now: number): Promise<Due[]> =>
  (await dueWithin({ caller }, reminderDays, now)).map(
    ({ kind, id, name, reason, dueAt, categoryName, environment }) => {
      const title = [categoryName, name].filter(Boolean).join(" · ") + (environment ? ` (${environment})` : "");
      const path = duePath(team?.id ?? null, { kind, id });
      return { id, item: { team: team?.name ?? null, kind, name: title, reason, dueAt, path } };
    },
  );
