import type { Context } from "../../auth/context";
import { readKeyBounds } from "../../auth/grants/key-bounds";
import type { Environment } from "../../contracts/primitives";
import { type Reminder, reminderDays, type Reminders } from "../../contracts/access/reminders";
import { instant, storedInstant } from "../../db/instants";
import { listEntriesToRotate, listExpiringEntries } from "../../db/queries/maintenance/reminders";
import type { RowOf } from "../../db/sql";
import { dayMs } from "../../durations";
import { runtime } from "../../runtime";
import { listOwned, owned } from "../doors/owned";

/** What is due within the days of a reminder, and what is overdue. */
export const listReminders = async (ctx: Context, now = Date.now()): Promise<Reminders> => ({
  data: await dueWithin(ctx, reminderDays, now),
});

/** What is due within so many days or overdue, of what the caller may see; what is due first comes first. */
export async function dueWithin(ctx: Context, days: number, now = Date.now()): Promise<Reminder[]> {
  const until = new Date(now + days * dayMs);
  const untilAt = storedInstant(until);
  const found = [
    ...(await listOwned(ctx, listExpiringEntries, { untilAt })).map(entryDue("expires")),
    ...(await listOwned(ctx, listEntriesToRotate, { untilAt })).map(entryDue("rotate")),
    ...(ctx.caller.kind === "session" ? await expiringKeys(ctx, until) : []),
  ];
  // One way of writing instants, so that text order is time order.
  return found.sort((one, other) => (one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : 0));
}

type EntryRow = RowOf<typeof listExpiringEntries>;

const entryDue =
  (reason: Reminder["reason"]) =>
  ({ id, name, environment, categoryName, dueAt }: EntryRow): Reminder => ({
    kind: "entry",
    id,
    name,
    reason,
    dueAt: instant(dueAt ?? ""),
    categoryName,
    environment: environment as Environment | null,
  });

async function expiringKeys(ctx: Context, until: Date): Promise<Reminder[]> {
  const rows = await runtime().db.accessKey.findMany({
    where: { ...owned(ctx, "AccessKey"), ruleId: null, expiresAt: { lte: until } },
    select: { id: true, name: true, expiresAt: true, bounds: true },
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
  });
  // A canary alarms whatever its date is, and nobody needs another one in its place.
  return rows.flatMap(({ id, name, expiresAt, bounds }) =>
    expiresAt && !readKeyBounds(bounds).key.canary
      ? [{ kind: "access-key", id, name, reason: "expires", dueAt: instant(expiresAt) } as const]
      : [],
  );
}
