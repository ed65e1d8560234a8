import { setImmediate as laterTurn } from "node:timers/promises";
import { findWholeHead, listChain } from "../../db/queries/activity/activity-chain";
import { delegateOf } from "../../db/rows";
import { tableNamed } from "../../db/tables";
import { runtime } from "../../runtime";
import { startBehind } from "./retire-activity";

/** How many records are deleted in one transaction. */
const recordsAtOnce = 500;

/** What else a vault may have without end, and how many rows of it are deleted at once: env files have up to a megabyte. */
const endless = [
  { table: tableNamed("EntryVersion"), rowsAtOnce: 500 },
  { table: tableNamed("EnvFileVersion"), rowsAtOnce: 50 },
  { table: tableNamed("WebhookDelivery"), rowsAtOnce: 500 },
];

/**
 * Deletes most of what vaults that are about to be deleted may have without end, in small steps with turns for others in
 * between. The rest goes with the vault, in one statement: all of it would keep everybody waiting, or take longer than a
 * statement may. If it is broken off, each chain can still be checked from where it begins then.
 *
 * Resolves to whether it deleted anything. From then on nothing may refuse the deletion: otherwise whoever broke it off
 * would have got rid of their activity alone.
 */
export async function shortenEnding(vaultIds: readonly string[]): Promise<boolean> {
  let isShortened = false;
  for (const vaultId of vaultIds)
    for (const drop of [dropRecords, ...endless.map((one) => (userId: string) => dropRows(userId, one))])
      while (await drop(vaultId)) {
        isShortened = true;
        await laterTurn();
      }
  return isShortened;
}

/** Whether there were more than go at once. */
async function dropRecords(userId: string): Promise<boolean> {
  const { db, reads } = runtime();
  const head = await reads.get(findWholeHead, { userId });
  const upTo = Number(head?.startNumber) + recordsAtOnce;
  if (!head || Number(head.number) <= upTo) return false;
  // Somebody may have removed records: then a later one is the next.
  const last = await reads.get(listChain, { userId, afterNumber: upTo - 1, limit: 1 });
  if (!last) return false;
  try {
    await startBehind(userId, { number: Number(last.number), mac: last.mac });
    return true;
  } catch (error) {
    // Another request has deleted the vault meanwhile.
    if ((await db.owner.count({ where: { id: userId } })) === 0) return false;
    throw error;
  }
}

async function dropRows(userId: string, { table, rowsAtOnce }: (typeof endless)[number]): Promise<boolean> {
  const rows = delegateOf(runtime().db, table);
  const found = await rows.findMany({ where: { userId }, take: rowsAtOnce + 1, select: { id: true } });
  if (found.length <= rowsAtOnce) return false;
  await rows.deleteMany({ where: { id: { in: found.slice(1).map(({ id }) => id) } } });
  return true;
}
