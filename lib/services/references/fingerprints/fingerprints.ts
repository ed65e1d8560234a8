import type { Context } from "../../../auth/context";
import * as queries from "../../../db/queries/vault/fingerprints";
import { idsMax } from "../../../db/queries/query";
import { runtime } from "../../../runtime/index";
import { slicesOf } from "../../../slices";
import { pauses } from "../../../event-loop";
import { listOwned, owner } from "../../doors/owned";
import { type FingerprintMemory, type Known, type Prints, remembered } from "./fingerprint-memory";
import { everything, knownOf, type Marked, nothing, type Wanting, wantedBy } from "./opened-values";

/*
 * Finds entries by the values that they have or had. Each value is opened once, and its keyed fingerprint remembered in
 * this process's memory alone. An entry that any process changes has another mark, and is opened again.
 */

/** Values that are looked for: by their fingerprints, how long each is with its padding. */
export type Wanted = ReadonlyMap<number, number>;

/** Where a value was found: the field of a group, and the version of a former value, null for the current one. */
export type Match = { entryId: string; print: number; field: string | null; version: number | null };

/**
 * Which of the entries that the caller reaches have a wanted value. Of a value that none has, which ones had it, as far as
 * that is still kept: with the newest version of each.
 */
export async function findMatches(ctx: Context, wanted: Wanted, memory = remembered): Promise<Match[]> {
  if (wanted.size === 0) return [];
  const matches = await oneAfterAnother(`${owner(ctx).userId} ${ctx.caller.bounds?.text ?? ""}`, () =>
    matchesOf(ctx, wanted, memory),
  );
  return withoutExpired(ctx, matches);
}

async function matchesOf(ctx: Context, wanted: Wanted, memory: FingerprintMemory): Promise<Match[]> {
  const pause = pauses();
  const each = async (marks: readonly Marked[], wanting: Wanting, visit: (mark: Marked, known: Known) => void) => {
    for (const some of slicesOf(marks, idsMax)) {
      const found = await knownOf(ctx, some, wanting, memory);
      for (const mark of some) {
        const known = found.get(mark.id);
        if (known) visit(mark, known);
      }
      await pause();
    }
  };
  const matches: Match[] = [];
  const changed: Marked[] = [];
  await each(await listOwned(ctx, queries.listValueMarks, {}), nothing, (mark, { current }) => {
    addMatches(matches, mark.id, wanted, [{ version: null, prints: current }]);
    if (mark.valueVersion > 1) changed.push(mark);
  });
  const lost = new Map(wanted);
  for (const { print } of matches) lost.delete(print);
  // Former values are opened only for the sake of what no entry has now.
  if (lost.size > 0)
    await each(changed, wantedBy(new Set(lost.values())), ({ id }, { former }) =>
      addMatches(matches, id, lost, former ?? []),
    );
  return matches;
}

const working = new Map<string, Promise<unknown>>();

/** So that of several that begin at once, only the first opens the values. */
async function oneAfterAnother<R>(whose: string, work: () => Promise<R>): Promise<R> {
  const result = (working.get(whose) ?? Promise.resolve()).then(work);
  const end = result.catch(() => {});
  working.set(whose, end);
  try {
    return await result;
  } finally {
    if (working.get(whose) === end) working.delete(whose);
  }
}

/** What an entry has and had, as far as that is still kept. */
export async function fingerprintsOf(
  ctx: Context,
  mark: Marked,
  memory = remembered,
): Promise<{ current: ReadonlySet<number>; former: ReadonlySet<number> }> {
  const known = (await knownOf(ctx, [mark], everything, memory)).get(mark.id);
  const kept = await listKept(ctx, [mark.id]);
  const [current, former] = [new Set<number>(), new Set<number>()];
  eachPrint(known?.current ?? null, (print) => current.add(print));
  for (const { version, prints } of known?.former ?? [])
    if (kept.has(keyOf(mark.id, version))) eachPrint(prints, (print) => former.add(print));
  return { current, former };
}

function eachPrint(prints: Prints | null, visit: (print: number, field: string | null) => void): void {
  if (typeof prints === "number") visit(prints, null);
  else prints?.forEach(visit);
}

/** Which of an entry's values are wanted: the newest version of each. */
function addMatches(
  matches: Match[],
  entryId: string,
  wanted: Wanted,
  values: readonly { version: number | null; prints: Prints | null }[],
): void {
  const newest = new Map<string, Match>();
  for (const { version, prints } of values)
    eachPrint(prints, (print, field) => {
      if (!wanted.has(print)) return;
      const key = `${print} ${field ?? ""}`;
      if ((newest.get(key)?.version ?? -1) < (version ?? 0)) newest.set(key, { entryId, print, field, version });
    });
  matches.push(...newest.values());
}

/** Without former values that are kept no longer: rows say that, and not what is remembered. */
async function withoutExpired(ctx: Context, matches: readonly Match[]): Promise<Match[]> {
  const former = matches.filter(({ version }) => version !== null).map(({ entryId }) => entryId);
  const kept = await listKept(ctx, [...new Set(former)]);
  return matches.filter(({ entryId, version }) => version === null || kept.has(keyOf(entryId, version)));
}

const keyOf = (entryId: string, version: number): string => `${entryId} ${version}`;

/** Which former values of these entries are still kept, as far as the caller reaches them. */
async function listKept(ctx: Context, entryIds: readonly string[]): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for (const ids of slicesOf(entryIds, idsMax))
    for (const { entryId, version } of await runtime().reads.all(queries.listKeptVersions, {
      ...owner(ctx),
      ids,
      samePlace: ctx.caller.bounds ? 1 : 0,
    }))
      kept.add(keyOf(entryId, version));
  return kept;
}
