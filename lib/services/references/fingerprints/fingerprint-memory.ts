/** A value's fingerprint, or those of a group's fields by their names. */
export type Prints = number | ReadonlyMap<string, number>;

/** Identifies the value that an entry has, and so all that it had before. */
export type Mark = { valueVersion: number; valueId: string | null; valueAt: Date | string | null };

/** A value that an entry had: how long it is as it is sealed, and its fingerprints once it was opened. */
export type Former = { readonly version: number; readonly bytes: number; prints: Prints | null };

/** What is known of an entry. `former` is null until the values that it had are asked for. */
export type Known = {
  readonly mark: Mark;
  readonly isGroup: boolean;
  readonly current: Prints;
  readonly former: readonly Former[] | null;
};

/**
 * Whether both are the same value. A number alone would not do: a database that was restored from a backup counts the
 * same versions once more, with other values. Ids and instants come only once.
 */
export const isSameMark = (one: Mark, other: Mark): boolean =>
  one.valueVersion === other.valueVersion &&
  one.valueId === other.valueId &&
  // A Date on PostgreSQL.
  one.valueAt?.valueOf() === other.valueAt?.valueOf();

/** Each takes about 100 bytes: 40 MB at most. */
const valuesMax = 400_000;

/** An entry itself takes as much as two of its values. */
const entrySize = 2;
const countOf = (prints: Prints | null): number => (typeof prints === "object" && prints ? prints.size : 1);
const sizeOf = ({ current, former }: Known): number =>
  (former ?? []).reduce((sum, { prints }) => sum + countOf(prints), entrySize + countOf(current));

/** What this process knows of entries' values, by their ids. What was not used for the longest time goes first. */
export function fingerprintMemory(most = valuesMax) {
  const entries = new Map<string, { known: Known; size: number }>();
  let total = 0;
  const forget = (id: string): void => {
    total -= entries.get(id)?.size ?? 0;
    entries.delete(id);
  };
  return {
    /** What is known of an entry, if it still has this value. */
    get(id: string, mark: Mark): Known | undefined {
      const found = entries.get(id);
      if (!found || !isSameMark(found.known.mark, mark)) return undefined;
      entries.delete(id);
      entries.set(id, found);
      return found.known;
    },
    keep(id: string, known: Known): void {
      forget(id);
      const size = sizeOf(known);
      entries.set(id, { known, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= most) break;
        forget(oldest);
      }
    },
    /** How many values are remembered, and for each entry two more. */
    size: (): number => total,
  };
}
export type FingerprintMemory = ReturnType<typeof fingerprintMemory>;

/** That of this process. */
export const remembered = fingerprintMemory();
