import type { Context } from "../../auth/context";
import { fingerprint } from "../../crypto/fingerprint";
import { lengthIn } from "../../crypto/vault";
import * as queries from "../../db/queries/fingerprints";
import { idsMax } from "../../db/queries/query";
import type { RowOf } from "../../db/sql";
import { runtime } from "../../runtime";
import { pauses } from "../../turns";
import { readSealed } from "../doors/disclose";
import { listOwned, owner } from "../doors/owned";
import { readGroup } from "../entry-value";
import type { FingerprintMemory, Former, Known, Mark, Prints } from "./fingerprint-memory";

/*
 * Opens values for their fingerprints: each once, and former ones only if they are wanted.
 */

/** `length`: of a former value with its padding, in bytes. */
export type IsWanted = (length: number, isGroup: boolean) => boolean;

/**
 * Which former values to open: only those that are as long as a wanted one. Lengths are in steps, so this says nothing of
 * short values; but no large document is read for the sake of a short one. A group is longer than each of its fields.
 */
export function wantedBy(lengths: ReadonlySet<number>): IsWanted {
  const shortest = Math.min(...lengths);
  return (length, isGroup) => (isGroup ? length >= shortest : lengths.has(length));
}

export const nothing: IsWanted = () => false;

const isLacking = ({ isGroup, former }: Known, isWanted: IsWanted): boolean =>
  former.some(({ prints, bytes }) => prints === null && isWanted(lengthIn(bytes), isGroup));

export type Marked = Mark & { id: string };

/** For at most as many entries as one query takes. What can't be decrypted is left out, and tried again the next time. */
export async function knownOf(
  ctx: Context,
  marks: readonly Marked[],
  isWanted: IsWanted,
  memory: FingerprintMemory,
): Promise<ReadonlyMap<string, Known>> {
  const found = new Map<string, Known>();
  for (const mark of marks) {
    const known = memory.get(mark.id, mark);
    if (known) found.set(mark.id, known);
  }
  const unknown = marks.filter(({ id }) => !found.has(id)).map(({ id }) => id);
  const ids = [...unknown, ...[...found].filter(([, known]) => isLacking(known, isWanted)).map(([id]) => id)];
  if (ids.length === 0) return found;
  const rows = unknown.length > 0 ? await listOwned(ctx, queries.findMarkedValues, { ids: unknown }) : [];
  // After the entries: what a write in between replaces is among them by then, and one that is too new is left out.
  const versions = await runtime().reads.all(queries.listFormerValues, { ...owner(ctx), ids });
  for (const [id, known] of openCurrent(ctx, rows, versions)) found.set(id, known);
  await openFormer(ctx, found, versions, isWanted);
  for (const id of ids) {
    const known = found.get(id);
    if (known) memory.keep(id, known);
  }
  return found;
}

type Version = RowOf<typeof queries.listFormerValues>;

function openCurrent(
  ctx: Context,
  rows: readonly RowOf<typeof queries.findMarkedValues>[],
  versions: readonly Version[],
): [id: string, known: Known][] {
  const before = new Map(rows.map(({ id }) => [id, [] as Version[]]));
  for (const version of versions) before.get(version.entryId)?.push(version);
  return rows.flatMap(({ id, keyType, encryptedValue, ...mark }) => {
    const isGroup = keyType === "group";
    const current = printsIn(ctx, id, encryptedValue, isGroup);
    if (current === null) return [];
    const former = (before.get(id) ?? [])
      .filter(({ version }) => version < mark.valueVersion)
      .map(({ version, bytes }) => ({ version, bytes, prints: null }));
    return [[id, { mark, isGroup, current, former }]];
  });
}

/** How much is read at once, as it is sealed. */
const bytesAtOnce = 2 ** 21;

/** Opens those former values that are wanted and were not opened yet. */
async function openFormer(
  ctx: Context,
  found: ReadonlyMap<string, Known>,
  versions: readonly Version[],
  isWanted: IsWanted,
): Promise<void> {
  const lacking = new Map<string, Former>();
  for (const { id, entryId, version } of versions) {
    const known = found.get(entryId);
    const former = known?.former.find((one) => one.version === version);
    if (known && former?.prints === null && isWanted(lengthIn(former.bytes), known.isGroup)) lacking.set(id, former);
  }
  const pause = pauses();
  for (const ids of batchesOf(lacking)) {
    for (const { id, entryId, encryptedValue } of await runtime().reads.all(queries.findFormerValues, {
      ...owner(ctx),
      ids,
    })) {
      const former = lacking.get(id);
      if (former) former.prints = printsIn(ctx, entryId, encryptedValue, found.get(entryId)?.isGroup ?? false);
    }
    await pause();
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
const printsIn = (ctx: Context, id: string, sealed: Uint8Array, isGroup: boolean): Prints | null =>
  readSealed(ctx, "KeyEntry", { id, sealed }, (text) =>
    isGroup
      ? new Map(Object.entries(readGroup(text)).map(([field, value]) => [field, fingerprint(value)]))
      : fingerprint(text),
  );
