import { setImmediate as laterTurn } from "node:timers/promises";
import type { SessionCaller } from "../../auth/caller";
import { readOff } from "../../auth/mail-choice";
import { type DueItem, queueMail } from "../../auth/mail-outbox";
import { findMembership } from "../../auth/membership";
import { reminderDays } from "../../contracts/reminders";
import { sha256 } from "../../crypto/digest";
import { lockOwner } from "../../db/isolation";
import { runtime } from "../../runtime";
import { dueWithin } from "./reminders";

/*
 * Tells people by mail what is due in their own vault and in their teams', as far as they see it there: at most once a
 * day, and only if something is new. Something is new when it comes within 30 days, within 7, and when it is overdue.
 */

const dayMs = 24 * 60 * 60_000;
/** The items that a mail names; it says how many more there are. */
const namedMax = 50;
const peopleAtOnce = 100;

/** Queues the mails of everybody who has something new to be told. */
export async function queueDigests(now: number, signal?: AbortSignal): Promise<number> {
  const { db } = runtime();
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
      if (isTime(mailChoice?.digestAt ?? null, now) && (await queueDigest(id, now))) queued += 1;
      await laterTurn();
    }
    after = people.at(-1)?.id ?? "";
    if (people.length < peopleAtOnce) return queued;
  }
}

const isTime = (digestAt: Date | null, now: number) => digestAt === null || now - digestAt.getTime() >= dayMs;

async function queueDigest(userId: string, now: number): Promise<boolean> {
  const { db, databaseKind } = runtime();
  if ((await readOff(db, userId)).has("due")) return false;
  const due = await dueFor(userId, now);
  if (due.length === 0) return false;
  const seen = due.map(({ mark }) => mark);
  return db.$transaction(async (tx) => {
    await lockOwner(tx, databaseKind, userId);
    // Another process may have been faster.
    const choice = await tx.mailChoice.findUnique({ where: { userId } });
    const told = new Set(JSON.parse(choice?.digestTold ?? "[]") as string[]);
    if (!isTime(choice?.digestAt ?? null, now) || seen.every((mark) => told.has(mark))) return false;
    if ((await tx.user.count({ where: { id: userId } })) === 0) return false;
    const data = { digestAt: new Date(now), digestTold: JSON.stringify(seen) };
    await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...data }, update: data });
    const items = due.map(({ item }) => item);
    await queueMail(tx, userId, {
      kind: "digest",
      recipientId: userId,
      due: items.slice(0, namedMax),
      more: Math.max(0, items.length - namedMax),
    });
    return true;
  });
}

/** What is due where somebody may look, what is due first first, with a mark that changes when it is to be told again. */
async function dueFor(userId: string, now: number): Promise<{ item: DueItem; mark: string }[]> {
  // It sees what the person does, and proves nothing.
  const self: SessionCaller = { kind: "session", userId, sessionId: userId, provenAt: new Date(0) };
  const memberships = await runtime().db.membership.findMany({
    where: { userId },
    select: { teamId: true, team: { select: { name: true } } },
  });
  const places: { vault: string | null; caller: SessionCaller }[] = [{ vault: null, caller: self }];
  for (const { teamId, team } of memberships) {
    const membership = await findMembership(teamId, userId);
    if (membership)
      places.push({ vault: team.name, caller: { ...self, team: membership.team, bounds: membership.bounds } });
  }
  const found = [];
  for (const { vault, caller } of places)
    for (const { kind, id, name, reason, dueAt, categoryName, environment } of await dueWithin(
      { caller },
      reminderDays,
      now,
    )) {
      const title = [categoryName, name].filter(Boolean).join(" · ") + (environment ? ` (${environment})` : "");
      found.push({
        item: { vault, kind, name: title, reason, dueAt },
        mark: markOf([id, reason, dueAt, stageOf(dueAt, now)]),
      });
    }
  return found.sort((one, other) => (one.item.dueAt < other.item.dueAt ? -1 : 1));
}

const stageOf = (dueAt: string, now: number): string => {
  const left = new Date(dueAt).getTime() - now;
  return left <= 0 ? "over" : left <= 7 * dayMs ? "week" : "month";
};

const markOf = (parts: readonly string[]): string => sha256(JSON.stringify(parts)).slice(0, 24);
