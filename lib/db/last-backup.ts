import type { Db, Tx } from "./client";
import { findLastDone } from "./queries/maintenance";
import type { Reads } from "./sql";

/** Its row among those of the vault's upkeep. */
const name = "backup";

/** The moment that the last backup holds; null when none was ever made. */
export async function readLastBackup(reads: Reads): Promise<Date | null> {
  const row = await reads.get(findLastDone, { name });
  return row ? new Date(row.at) : null;
}

/**
 * Notes the moment that a backup holds. Whoever writes last is believed, even when the moment is an earlier one: a clock
 * that was once wrong would else hide every backup that is missing until then.
 */
export async function writeLastBackup(db: Db | Tx, at: Date): Promise<void> {
  await db.upkeep.upsert({ where: { name }, create: { name, at }, update: { at } });
}
