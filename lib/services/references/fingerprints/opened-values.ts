import type { Context } from "../../../auth/context";
import { fingerprint } from "../../../crypto/macs/fingerprint";
import { lengthIn, sealedLengthMax } from "../../../crypto/sealing/padding";
import * as queries from "../../../db/queries/vault/fingerprints";
import { idsMax } from "../../../db/queries/query";
import type { RowOf } from "../../../db/sql";
import { runtime } from "../../../runtime/index";
import { pauses } from "../../../event-loop";
import { readSealed } from "../../doors/disclose/disclose";
import { listOwned, owner } from "../../doors/owned";
import { readGroup } from "../../entries/entry-value";
import type { FingerprintMemory, Former, Known, Mark, Prints } from "./fingerprint-memory";

/*
 * Opens values for their fingerprints: each once, and former ones only if they are wanted.
 */

/** Which former values to open, by how long they are with their padding, in bytes. */
export type Wanting = {
  readonly shortest: number;
  readonly longest: number;
  has(length: number, isGroup: boolean): boolean;
};

/**
 * Only those that are as long as a wanted one. Lengths are in steps, so this says nothing of short values; but no large
 * document is read for the sake of a short one. A group is longer than each of its fields.
 */
export function wantedBy(lengths: ReadonlySet<number>): Wanting {
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  return { shortest, longest, has: (length, isGroup) => (isGroup ? length >= shortest : lengths.has(length)) };
}

export const nothing: Wanting = { shortest: Infinity, longest: 0, has: () => false };
export const everything: Wanting = { shortest: 0, longest: Infinity, has: () => true };

const isLacking = ({ isGroup, former }: Known, wanting: Wanting): boolean =>
  former
    ? former.some(({ prints, bytes }) => prints === null && wanting.has(lengthIn(bytes), isGroup))
    : wanting.shortest <= wanting.longest;

export type Marked = Mark & { id: string };

/** For at most as many entries as one query takes. What can't be decrypted is left out, and tried again the next time. */
export async function knownOf(
  ctx: Context,
  marks: readonly Marked[],
  wanting: Wanting,
  memory: FingerprintMemory,
): Promise<ReadonlyMap<string, Known>> {
  const found = new Map<string, Known>();
  for (const mark of marks) {
    const known = memory.get(mark.id, mark);
    if (known) found.set(mark.id, known);
  }
  const unknown = marks.filter(({ id }) => !found.has(id)).map(({ id }) => id);
  if (unknown.length > 0)
    for (const row of await listOwned(ctx, queries.findMarkedValues, { ids: unknown })) openCurrent(ctx, row, found);
  const lacking = [...found].filter(([, known]) => isLacking(known, wanting)).map(([id]) => id);
  if (lacking.length > 0) await openFormer(ctx, lacking, found, wanting);
  for (const id of [...unknown, ...lacking]) {
    const known = found.get(id);
    if (known) memory.keep(id, known);
  }
  return found;
}

type Version = RowOf<typeof queries.listFormerValues>;

/** In bytes, as it is sealed. Short values come with the list of versions, long ones a few at a time. */
const shortMax = 512;

/** How long the short values are, as they are sealed, that may be wanted. */
const sizesOf = ({ shortest, longest }: Wanting): { least: number; most: number } => ({
  least: Math.min(shortest, shortMax + 1),
  most: Math.min(sealedLengthMax(longest), shortMax),
});

function openCurrent(
  ctx: Context,
  { id, keyType, encryptedValue, ...mark }: RowOf<typeof queries.findMarkedValues>,
  found: Map<string, Known>,
): void {
  const isGroup = keyType === "group";
  const current = openedPrints(ctx, id, encryptedValue, isGroup);
  if (current !== null) found.set(id, { mark, isGroup, current, former: null });
}

/** The former values that entries of this value had, none of which is opened yet. */
function listed(known: Known, versions: readonly Version[]): Known {
  if (known.former) return known;
  const former = versions
    // Read after the entries: what a write in between has replaced is among them by then.
    .filter(({ version }) => version < known.mark.valueVersion)
    .map(({ version, bytes }) => ({ version, bytes, prints: null }));
  return { ...known, former };
}

/**
 * Which of the entries that seem to have had no other value are not the caller's any more: their former values went with them to
 * another vault, where they have the same marks. That they have none must not be remembered.
 */
async function elsewhereNow(
  ctx: Context,
  versions: ReadonlyMap<string, readonly Version[]>,
  found: ReadonlyMap<string, Known>,
): Promise<string[]> {
  const without = [...versions].flatMap(([id, those]) => {
    const known = found.get(id);
    return those.length === 0 && known?.former === null && known.mark.valueVersion > 1 ? [id] : [];
  });
  if (without.length === 0) return [];
  const here = new Set((await listOwned(ctx, queries.findEntryPlaces, { ids: without })).map(({ id }) => id));
  return without.filter((id) => !here.has(id));
}

/** How much is read at once, as it is sealed. */
const bytesAtOnce = 2 ** 21;

/** Opens those former values of these entries that are wanted and were not opened yet. */
async function openFormer(
  ctx: Context,
  ids: readonly string[],
  found: Map<string, Known>,
  wanting: Wanting,
): Promise<void> {
  const versions = await runtime().reads.all(queries.listFormerValues, { ...owner(ctx), ids, ...sizesOf(wanting) });
  const ofEntry = new Map(ids.map((id) => [id, [] as Version[]]));
  for (const version of versions) ofEntry.get(version.entryId)?.push(version);
  for (const id of await elsewhereNow(ctx, ofEntry, found)) ofEntry.delete(id);
  for (const [id, those] of ofEntry) {
    const known = found.get(id);
    if (known) found.set(id, listed(known, those));
  }
  const long = new Map<string, Former>();
  const pause = pauses();
  const open = (former: Former, entryId: string, sealed: Uint8Array) => {
    former.prints = openedPrints(ctx, entryId, sealed, found.get(entryId)?.isGroup ?? false);
    return pause();
  };
  for (const { id, entryId, version, encryptedValue } of versions) {
    const known = found.get(entryId);
    const former = known?.former?.find((one) => one.version === version);
    if (!known || former?.prints !== null || !wanting.has(lengthIn(former.bytes), known.isGroup)) continue;
    if (encryptedValue) await open(former, entryId, encryptedValue);
    else long.set(id, former);
  }
  for (const ids of batchesOf(long))
    for (const { id, entryId, encryptedValue } of await runtime().reads.all(queries.findFormerValues, {
      ...owner(ctx),
      ids,
    })) {
      const former = long.get(id);
      if (former) await open(former, entryId, encryptedValue);
    }
}

/** Lists of ids, of as many values as may be read at once. */
function* batchesOf(values: ReadonlyMap<string, Former>): Generator<string[]> {
  let [ids, size]: [string[], number] = [[], 0];
  for (const [id, { bytes }] of values) {
    if (ids.length === idsMax || (ids.length > 0 && size + bytes > bytesAtOnce)) {
      yield ids;
      [ids, size] = [[], 0];
    }
    ids.push(id);
    size += bytes;
  }
  if (ids.length > 0) yield ids;
}

/** Null for a value that can't be decrypted. */
const openedPrints = (ctx: Context, id: string, sealed: Uint8Array, isGroup: boolean): Prints | null =>
  readSealed(ctx, "KeyEntry", { id, sealed }, (text) => fingerprintsIn(text, isGroup));

/** Of a group, those of its fields. */
export const fingerprintsIn = (text: string, isGroup: boolean): Prints =>
  isGroup
    ? new Map(Object.entries(readGroup(text)).map(([field, value]) => [field, fingerprint(value)]))
    : fingerprint(text);
