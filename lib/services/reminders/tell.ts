import { daysToldAhead } from "../../contracts/access/reminders";
import { storedInstant } from "../../db/instant";
import { idsMax } from "../../db/queries/query";
import { listUntoldKeys, untoldEntries } from "../../db/queries/told-dates";
import { runtime } from "../../runtime";
import { lastLook, type SomeDue, tellEntries, tellKeys, writeLastLook } from "../doors/tell-due";

/*
 * Tells the activity of every vault, and with it its webhooks, what is due there: once for each date, whether or not
 * anybody has mail.
 */

const dayMs = 24 * 60 * 60_000;
const aheadMs = daysToldAhead * dayMs;
/** How much of each kind is told in one go: what is left comes with the next one. */
const batchesMax = 10;

type Row = { id: string; userId: string };
/** What is due until then and still to be told, and how one tells some of it. */
type Kind = {
  untilAt: string;
  list: (given: { untilAt: string; limit: number }) => Row[] | Promise<Row[]>;
  tell: (some: SomeDue) => Promise<number>;
};

/** Returns how many dates were dealt with. Throws what went wrong in a vault, once the others have been told. */
export async function tellWhatIsDue(now: number, signal?: AbortSignal): Promise<number> {
  const { reads } = runtime();
  const [nowAt, aheadAt] = [now, now + aheadMs].map((ms) => storedInstant(new Date(ms))) as [string, string];
  const lookedAt = await lastLook();
  // A day more, since clocks differ, and a key can be made that expires at once.
  const sinceAt = storedInstant(new Date(Math.max(0, lookedAt - dayMs)));
  const keys: Kind = {
    untilAt: aheadAt,
    list: (given) => reads.all(listUntoldKeys, { ...given, sinceAt }),
    tell: tellKeys,
  };
  const kinds: Kind[] = [entries("expires", aheadAt), entries("rotate", nowAt), keys];
  const failures: unknown[] = [];
  let told = 0;
  for (const kind of kinds) told += await tellKind(kind, failures, signal);
  if (failures.length > 0) throw failures[0];
  const isDone = now - lookedAt > dayMs && (await keys.list({ untilAt: aheadAt, limit: 1 })).length === 0;
  if (isDone) await writeLastLook(nowAt);
  return told;
}

const entries = (reason: keyof typeof untoldEntries, untilAt: string): Kind => ({
  untilAt,
  list: (given) => runtime().reads.all(untoldEntries[reason].list, given),
  tell: (some) => tellEntries(reason, some),
});

async function tellKind({ untilAt, list, tell }: Kind, failures: unknown[], signal?: AbortSignal): Promise<number> {
  let told = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const rows = await list({ untilAt, limit: idsMax });
    let done = 0;
    for (const [userId, ids] of byOwner(rows)) {
      if (signal?.aborted) return told + done;
      // One vault's trouble is not the others'.
      try {
        done += await tell({ userId, ids, untilAt });
      } catch (error) {
        failures.push(error);
      }
    }
    told += done;
    if (rows.length < idsMax || done === 0) break;
  }
  return told;
}

function byOwner(rows: readonly Row[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, userId } of rows) found.set(userId, [...(found.get(userId) ?? []), id]);
  return found;
}
