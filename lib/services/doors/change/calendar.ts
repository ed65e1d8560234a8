import type { InTransaction } from "../../../auth/context";
import { newRowId } from "../../../db/row-id";
import { runtime } from "../../../runtime";
import { owner } from "../owned";

/** Ends a reader's calendar of the vault. Whether there was one. */
export const removeCalendar = async (ctx: InTransaction, readerId: string): Promise<boolean> =>
  (await ctx.tx.calendarFeed.deleteMany({ where: { ...owner(ctx), readerId } })).count > 0;

/** A new one, which replaces the one that there may be. */
export async function replaceCalendar(ctx: InTransaction, readerId: string, tokenHash: string): Promise<void> {
  await removeCalendar(ctx, readerId);
  const row = { id: newRowId(), ...owner(ctx), readerId, tokenHash };
  await ctx.tx.calendarFeed.create({ data: runtime().rights.sign("CalendarFeed", row) });
}
