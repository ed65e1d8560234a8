import { daysToldAhead } from "../../contracts/access/reminders";
import { storedInstant } from "../../db/instants";
import { idsMax } from "../../db/queries/query";
import { separately } from "../../db/transactions/separately";
import { listUntoldKeys, untoldEntries } from "../../db/queries/maintenance/due-notices";
import { dayMs } from "../../durations";
import { runtime } from "../../runtime";
import { lastLook, type SomeDue, tellEntries, tellKeys, writeLastLook } from "../doors/record/tell-due";

/*
 * Tells the activity of every vault, and with it its webhooks, what is due there: once for each date, whether or not
 * anybody has mail.
 */

const aheadMs = daysToldAhead * dayMs;
/** How much of each kind is told in one go: what is left comes with the next one. */
const toldMax = 10 * idsMax;
/** How much of one vault before it is the others' turn: whoever keeps setting old dates there keeps nobody waiting. */
const shareMax = 10;

type Row = { id: string; userId: string };
type Run = ReturnType<typeof separately>["run"];
/** What is due until then and still to be told, and how one tells some of it. */
type Kind = {
  untilAt: string;
  list: (given: { untilAt: string; limit: number; besides: readonly string[] }) => Row[] | Promise<Row[]>;
  tell: (some: SomeDue) => Promise<number>;
};

/** Returns how many dates were dealt with. Throws what went wrong in a vault, once the others have been told. */
export async function tellWhatIsDue(now: number, signal?: AbortSignal): Promise<number> {
  const { reads } = runtime();
  const [nowAt, aheadAt] = [now, now + aheadMs].map((ms) => storedInstant(new Date(ms))) as [string, string];
  const last = await lastLook();
  // A clock that was wrong looked later than now: then nobody knows when one looked last.
  const lookedAt = last > now ? 0 : last;
  // A day more, since clocks differ, and a key can be made that expires at once.
  const sinceAt = storedInstant(new Date(Math.max(0, lookedAt - dayMs)));
  const keys: Kind = {
    untilAt: aheadAt,
    list: (given) => reads.all(listUntoldKeys, { ...given, sinceAt }),
    tell: tellKeys,
  };
  const kinds: Kind[] = [entries("expires", aheadAt), entries("rotate", nowAt), keys];
  const { run, end } = separately(reads);
  let told = 0;
  for (const kind of kinds) told += await tellKind(kind, run, signal);
  end();
  const left = { untilAt: aheadAt, limit: 1, besides: nobody };
  const isDone = now - lookedAt > dayMs && (await keys.list(left)).length === 0;
  if (isDone) await writeLastLook(nowAt);
  return told;
}

const entries = (reason: keyof typeof untoldEntries, untilAt: string): Kind => ({
  untilAt,
  list: (given) => runtime().reads.all(untoldEntries[reason].list, given),
  tell: (some) => tellEntries(reason, some),
});

/** A list for queries that leave out somebody's, which can't be empty. */
const nobody = [""];

async function tellKind({ untilAt, list, tell }: Kind, run: Run, signal?: AbortSignal): Promise<number> {
  // What is due in these would come first in every batch.
  const failed = new Set<string>();
  const served = new Set<string>();
  let told = 0;
  for (let areOthersWaiting = true; told < toldMax && failed.size + served.size < idsMax;) {
    const before = told + failed.size + served.size;
    const besides = [...failed, ...served];
    const rows = await list({ untilAt, limit: idsMax, besides: besides.length > 0 ? besides : nobody });
    for (const [userId, ids] of byOwner(rows)) {
      if (signal?.aborted) return told;
      const some = areOthersWaiting ? ids.slice(0, shareMax) : ids;
      const count = await run(() => tell({ userId, ids: some, untilAt }));
      told += count ?? 0;
      if (count === undefined) failed.add(userId);
      else if (some.length < ids.length) served.add(userId);
    }
    const isLast = rows.length < idsMax;
    if (isLast && served.size > 0) {
      // Everybody has had a turn: what is left of the look is theirs who have more.
      areOthersWaiting = false;
      served.clear();
    } else if (isLast || told + failed.size + served.size === before) break;
  }
  return told;
}

function byOwner(rows: readonly Row[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, userId } of rows) found.set(userId, [...(found.get(userId) ?? []), id]);
  return found;
}
