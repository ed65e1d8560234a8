import type { SessionCaller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import { duePath } from "../../contracts/access/rotation-path";
import type { CalendarAddress, CalendarState, Reminder } from "../../contracts/access/reminders";
import { hashToken, newRandomToken } from "../../crypto/tokens/token";
import { holdOwner } from "../../db/transactions/isolation";
import { instantOrNull } from "../../db/instants";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { removeCalendar, replaceCalendar } from "../doors/change/calendar";
import { inOneTransaction } from "../doors/transaction";
import { owner } from "../doors/owned";
import { note } from "../doors/record/record";
import { vaultSubject } from "../doors/subjects";
import { whileMember } from "../teams/membership";
import { writeCalendar } from "./ics";
import { dueWithin } from "./reminders";

/** How far ahead calendars look. */
const calendarDays = 366;

/** Whether the caller has a calendar of the vault in which they act, and since when. */
export async function getCalendar(ctx: Context<SessionCaller>): Promise<CalendarState> {
  const where = { ...owner(ctx), readerId: ctx.caller.userId };
  const feed = await runtime().db.calendarFeed.findFirst({ where, select: { createdAt: true } });
  return { createdAt: instantOrNull(feed?.createdAt ?? null) };
}

/** A new address; a former one no longer works. `origin`: the address of this vault's pages. */
export const createCalendar = (ctx: Context<SessionCaller>, origin: string): Promise<CalendarAddress> =>
  whileMember(ctx, async (ctx) => {
    const token = newRandomToken();
    await replaceCalendar(ctx, ctx.caller.userId, hashToken(token));
    note(ctx, "calendar.create", [vaultSubject()]);
    return { url: `${origin}/api/reminders.ics?token=${token}` };
  });

export const deleteCalendar = (ctx: Context<SessionCaller>): Promise<void> =>
  inOneTransaction(
    ctx,
    async (ctx) => {
      // The vault comes before what whoever deletes it finds in it.
      await holdOwner(ctx.tx, runtime().databaseKind, owner(ctx).userId);
      if (!(await removeCalendar(ctx, ctx.caller.userId))) throw new AppError("CALENDAR_NOT_FOUND");
      note(ctx, "calendar.revoke", [vaultSubject()]);
    },
    { line: "endings" },
  );

/** What is due, of what the calendar's reader may see, as iCalendar. `origin`: the address of this vault's pages. */
export async function readCalendar(
  ctx: Context<SessionCaller>,
  origin: string,
  now = Date.now(),
): Promise<{ text: string }> {
  const events = (await dueWithin(ctx, calendarDays, now)).map((due) => ({
    uid: `${due.kind}-${due.id}-${due.reason}`,
    day: new Date(due.dueAt),
    summary: summaryOf(due),
    description: descriptions[due.reason],
    url: origin + duePath(ctx.caller.team?.id ?? null, due),
  }));
  return { text: writeCalendar("Secrets that are due", events, new Date(now)) };
}

const descriptions = {
  expires: "It stops working on this day.",
  rotate: "Replace its value by a new one.",
} as const satisfies Record<Reminder["reason"], string>;

/** "Rotate Stripe · billing · production", "Access key CI expires" */
function summaryOf({ kind, name, reason, categoryName, environment }: Reminder): string {
  if (kind === "access-key") return `Access key ${name} expires`;
  const what = [categoryName, name, environment].filter(Boolean).join(" · ");
  return reason === "rotate" ? `Rotate ${what}` : `${what} expires`;
}
