import { appendableHead } from "../db/activity-log";
import { storedInstant } from "../db/instant";
import * as queries from "../db/queries/activity-chain";
import { allIn, runIn } from "../db/queries/in-transaction";
import { runtime } from "../runtime";
import { setImmediate as laterTurn } from "node:timers/promises";

const dayMs = 24 * 60 * 60_000;
const vaultsAtOnce = 500;
/** How many records are deleted in one transaction, so that others need not wait for long. */
const recordsAtOnce = 500;

/**
 * Deletes the records that are older than ACTIVITY_DAYS, from the old end of each chain. The number and MAC of the last
 * one stay, under a MAC of their own, so that the rest can be checked. Returns how many were deleted.
 */
export async function retireActivity(now = Date.now(), signal?: AbortSignal): Promise<number> {
  const { reads, settings } = runtime();
  const at = storedInstant(new Date(now - settings.ACTIVITY_DAYS * dayMs));
  let deleted = 0;
  for (let after = ""; ;) {
    const heads = await reads.all(queries.listActivityHeads, { after, limit: vaultsAtOnce });
    for (const { userId, number, startNumber } of heads) {
      let start = Number(startNumber);
      while (start < Number(number) && !signal?.aborted) {
        const next = await retireSome(userId, start, at);
        if (next === start) break;
        deleted += next - start;
        start = next;
        await laterTurn();
      }
    }
    const last = heads.at(-1);
    if (!last || heads.length < vaultsAtOnce) return deleted;
    after = last.userId;
  }
}

/** Returns the chain's new start. */
async function retireSome(userId: string, start: number, at: string): Promise<number> {
  const { db, reads, databaseKind, activity } = runtime();
  const found = await reads.get(queries.findLastBefore, { userId, at, upTo: start + recordsAtOnce });
  if (!found || Number(found.number) <= start) return start;
  const { number, mac } = { number: Number(found.number), mac: found.mac };
  return db.$transaction(async (tx) => {
    // Of two processes that retire the same records, the second finds that it was done.
    await appendableHead(tx, databaseKind, userId);
    const [head] = await allIn(tx, databaseKind, queries.findWholeHead, { userId });
    if (!head || Number(head.startNumber) >= number) return Number(head?.startNumber ?? number);
    await runIn(tx, databaseKind, queries.deleteActivityUpTo, { userId, number });
    const begin = { userId, startNumber: number, startMac: mac };
    await runIn(tx, databaseKind, queries.writeActivityStart, { ...begin, anchor: activity.anchor(begin) });
    return number;
  });
}
