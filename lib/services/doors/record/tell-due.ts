import { keySubject } from "../../../auth/activity/account-subjects";
import { newRecord, recordIn, type Subject, vaultItself } from "../../../auth/activity/activity";
import { dueActions, writeDueReason } from "../../../auth/activity/due-reason";
import { readKeyBounds } from "../../../auth/grants/key-bounds";
import type { Reminder } from "../../../contracts/access/reminders";
import type { Tx } from "../../../db/client";
import { holdFree } from "../../../db/transactions/free-rows";
import { lockOwner } from "../../../db/transactions/isolation";
import { findLastDone, writeLastDone } from "../../../db/queries/maintenance/tasks";
import { bound } from "../../../db/queries/query";
import { allIn, runIn } from "../../../db/queries/in-transaction";
import { findUntoldKeys, untoldEntries } from "../../../db/queries/maintenance/due-notices";
import { newRowId } from "../../../db/row-id";
import { tableNamed } from "../../../db/tables";
import { runtime } from "../../../runtime";
import { subjectsIn } from "../subjects";

/*
 * Records of what is due. The mark that a date was told and its record are one transaction, and whoever writes them holds
 * the row: of several processes one tells, and one that is killed has told nothing or all.
 */

/** At most 100 things of one vault that are due until then. */
export type SomeDue = { userId: string; ids: readonly string[]; untilAt: string };

/** Returns how many were told. What somebody is changing, or another process is telling, is left for the next time. */
export const tellEntries = (reason: Reminder["reason"], { userId, ids, untilAt }: SomeDue): Promise<number> =>
  holding("KeyEntry", userId, ids, async (tx, free) => {
    const { databaseKind } = runtime();
    const { find, mark } = untoldEntries[reason];
    const rows = await allIn(tx, databaseKind, find, { userId, ids: free, untilAt });
    if (rows.length === 0) return 0;
    const due = rows.map(({ id }) => id);
    await runIn(tx, databaseKind, mark, { userId, ids: due });
    const subjects = new Map((await subjectsIn(tx, "KeyEntry", { userId, ids: due })).map((one) => [one.id, one]));
    await tell(tx, userId, dueActions.entry, reason, rows, ({ id }) => subjects.get(id) ?? null);
    return rows.length;
  });

/** The same for access keys. A canary alarms before and after its expiry: it is marked, and nothing is told. */
export const tellKeys = ({ userId, ids, untilAt }: SomeDue): Promise<number> =>
  holding("AccessKey", userId, ids, async (tx, free) => {
    const rows = await allIn(tx, runtime().databaseKind, findUntoldKeys, { userId, ids: free, untilAt });
    for (const { id: accessKeyId, dueAt } of rows) {
      const expiresAt = new Date(dueAt ?? 0);
      const create = { id: newRowId(), userId, accessKeyId, expiresAt };
      await tx.keyNotice.upsert({ where: { accessKeyId }, create, update: { expiresAt } });
    }
    const used = rows.filter(({ bounds }) => !readKeyBounds(bounds).key.canary);
    await tell(tx, userId, dueActions["access-key"], "expires", used, keySubject);
    return rows.length;
  });

/** Only what nobody else holds. The owner comes before the rows, which are not waited for: so it can't deadlock. */
const holding = (
  table: "KeyEntry" | "AccessKey",
  userId: string,
  ids: readonly string[],
  work: (tx: Tx, free: readonly string[]) => Promise<number>,
): Promise<number> => {
  const { db, databaseKind } = runtime();
  return db.$transaction(async (tx) => {
    await lockOwner(tx, databaseKind, userId);
    const held = await holdFree(tx, databaseKind, tableNamed(table), ids);
    const free = ids.filter((id) => held.has(id));
    return free.length === 0 ? 0 : work(tx, free);
  });
};

/** One record for each row, as the transaction's last step. */
async function tell<R extends { dueAt: Date | string | null }>(
  tx: Tx,
  owner: string,
  action: (typeof dueActions)[keyof typeof dueActions],
  reason: Reminder["reason"],
  rows: readonly R[],
  subjectOf: (row: R) => Subject | null,
): Promise<void> {
  const recordOf = (row: R) =>
    newRecord({
      owner,
      action,
      actor: vaultItself,
      subject: subjectOf(row),
      reason: writeDueReason(reason, row.dueAt ?? ""),
    });
  if (rows.length > 0) await recordIn(tx, ...rows.map(recordOf));
}

const lookName = "told-keys";

/** When no key was left to be told (ms): those that had expired by then need not be looked at again. */
export async function lastLook(): Promise<number> {
  const row = await runtime().reads.get(findLastDone, { name: lookName });
  return row ? new Date(row.at).getTime() : 0;
}

export const writeLastLook = (nowAt: string): Promise<boolean> =>
  runtime().writes.run(bound(writeLastDone, { name: lookName, nowAt }));
