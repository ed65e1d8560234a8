import type { InTransaction } from "../../../auth/context";
import { newRowId } from "../../../db/row-id";
import { runtime } from "../../../runtime";
import { owner } from "../owned";

/**
 * Ends a reader's calendar of the vault, or the one that replaces it meanwhile. Whether there was one. On PostgreSQL a statement that
 * waits for one that is being replaced deletes nothing, and does not see what came in its place: the next statement does.
 */
export async function removeCalendar(ctx: InTransaction, readerId: string): Promise<boolean> {
  const where = { ...owner(ctx), readerId };
  while ((await ctx.tx.calendarFeed.deleteMany({ where })).count === 0)
    if ((await ctx.tx.calendarFeed.count({ where })) === 0) return false;
  return true;
}

/** A new one, which replaces the one that there may be. */
export async function replaceCalendar(ctx: InTransaction, readerId: string, tokenHash: string): Promise<void> {
  await removeCalendar(ctx, readerId);
  const row = { id: newRowId(), ...owner(ctx), readerId, tokenHash };
  await ctx.tx.calendarFeed.create({ data: runtime().rights.sign("CalendarFeed", row) });
}
