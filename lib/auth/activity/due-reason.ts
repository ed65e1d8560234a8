import type { Action } from "../../contracts/access/actions";
import type { Reminder } from "../../contracts/access/reminders";
import { instant } from "../../db/instants";

/*
 * What a record of something that is due says of it, in the column for reasons: "expires 2026-05-30T09:30:00.000Z". The
 * column is covered by the records' MACs, which former releases check too.
 */

/** Why something is due, and when. */
export type DueReason = Pick<Reminder, "reason" | "dueAt">;

/** The actions that tell of something that is due, by what it is. */
export const dueActions = { entry: "entry.due", "access-key": "access-key.expiring" } as const satisfies Record<
  Reminder["kind"],
  Action
>;

export const writeDueReason = (reason: Reminder["reason"], dueAt: Date | string): string =>
  `${reason} ${instant(dueAt)}`;

/** Null for a record that tells of nothing due. */
export function readDueReason({ action, reason }: { action: string; reason: string | null }): DueReason | null {
  if (!Object.values<string>(dueActions).includes(action) || reason === null) return null;
  const [why = "", dueAt = ""] = reason.split(" ");
  return { reason: why as DueReason["reason"], dueAt };
}
