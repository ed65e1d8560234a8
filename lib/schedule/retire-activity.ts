import { appendableHead } from "../db/activity/activity-log";
import { storedInstant } from "../db/instants";
import * as queries from "../db/queries/activity/activity-chain";
import { allIn, runIn } from "../db/queries/in-transaction";
import { separately } from "../db/transactions/separately";
import { dayMs } from "../durations";
import { log } from "../log";
import { runtime } from "../runtime";
import { setImmediate } from "node:timers/promises";
import { follows, wholeActivityChain } from "../services/maintenance/verify/whole-activity-chain";

const vaultsAtOnce = 500;
/** How many records are deleted in one transaction, so that others need not wait for long. */
const recordsAtOnce = 500;

/**
 * Deletes the records that are older than ACTIVITY_DAYS, from the old end of each chain. The number and MAC of the last
 * one stay, under a MAC of their own, so that the rest can be checked. Returns how many were deleted. Throws what went
 * wrong in a vault, once the others' have been deleted.
 */
export async function retireActivity(now = Date.now(), signal?: AbortSignal): Promise<number> {
  const { reads, settings } = runtime();
  const chain = await wholeActivityChain();
  const due = new Date(now - settings.ACTIVITY_DAYS * dayMs);
  const { run, end } = separately(reads);
  let deleted = 0;
  for (let after = ""; ;) {
    const heads = await reads.all(queries.listHeadsFromBefore, {
      after,
      at: storedInstant(due),
      limit: vaultsAtOnce,
    });
    for (const { userId, startNumber, startMac } of heads)
      await run(async () => {
        let start: Start = { number: Number(startNumber), mac: startMac };
        while (!signal?.aborted) {
          const next = await lastDue(chain, userId, start, due);
          if (!next || !(await startBehind(userId, next))) break;
          deleted += next.number - start.number;
          start = next;
          await setImmediate();
        }
      });
    const last = heads.at(-1);
    if (!last || heads.length < vaultsAtOnce) break;
    after = last.userId;
  }
  end();
  return deleted;
}

type ActivityChain = Awaited<ReturnType<typeof wholeActivityChain>>;
/** The record after which a chain begins. */
type Start = { number: number; mac: string | null };

/**
 * The last of the next records that is old enough. Whoever writes to the database could make any record old, and the vault
 * would delete all before it and vouch for that: so a record counts only if it is as the vault wrote it.
 */
async function lastDue(chain: ActivityChain, userId: string, start: Start, due: Date): Promise<Due | null> {
  const { reads } = runtime();
  const upTo = start.number + recordsAtOnce;
  const last = await reads.get(queries.findLastBefore, { userId, at: storedInstant(due), upTo });
  const limit = Number(last?.number ?? start.number) - start.number;
  if (limit <= 0) return null;
  let found: Due | null = null;
  let before = start;
  for (const row of await reads.all(queries.listChain, { userId, afterNumber: start.number, limit })) {
    if (!follows(chain, before, row)) {
      log.warn({ event: "row-not-genuine", table: "Activity", rowId: row.id });
      break;
    }
    const standing = { number: before.number + 1, mac: row.mac };
    if (new Date(row.at) < due) found = standing;
    before = standing;
  }
  return found;
}

type Due = { number: number; mac: string };

/** Deletes the records up to this one. False if another process did so. */
async function startBehind(userId: string, { number, mac }: Due): Promise<boolean> {
  const { db, databaseKind, activity } = runtime();
  return db.$transaction(async (tx) => {
    await appendableHead(tx, databaseKind, userId);
    const [head] = await allIn(tx, databaseKind, queries.findWholeHead, { userId });
    if (!head || Number(head.startNumber) >= number) return false;
    await runIn(tx, databaseKind, queries.deleteActivityUpTo, { userId, number });
    const begin = { userId, startNumber: number, startMac: mac };
    await runIn(tx, databaseKind, queries.writeActivityStart, { ...begin, anchor: activity.anchor(begin) });
    return true;
  });
}
