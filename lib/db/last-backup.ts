import type { Db, Tx } from "./client";
import { findLastDone } from "./queries/maintenance/tasks";
import type { SqlReader } from "./sql";

/** The name of its row in the table of maintenance tasks. */
const name = "backup";

/** The moment whose data the last backup holds; null if there has never been one. */
export async function readLastBackup(reads: SqlReader): Promise<Date | null> {
  const row = await reads.get(findLastDone, { name });
  return row ? new Date(row.at) : null;
}

/**
 * Stores the moment whose data a backup holds. The last writer wins, even with an earlier moment: otherwise one wrong
 * clock would hide every missing backup until that time.
 */
export async function writeLastBackup(db: Db | Tx, at: Date): Promise<void> {
  await db.upkeep.upsert({ where: { name }, create: { name, at }, update: { at } });
}
