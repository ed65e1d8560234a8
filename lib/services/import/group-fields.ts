import type { ImportEntry, ImportOutcome } from "../../contracts/transfer/import";
import { valueBytesMax } from "../../contracts/primitives";
import { AppError } from "../../errors";
import { slicesOf } from "../../slices";
import type { Replaced } from "../doors/change/replace-values";
import { entryValue } from "../entries/entries";
import { readGroup } from "../entries/entry-value";
import { type StoredEntry, type StoredValues, storedValues } from "./stored-entries";
import { atOnce, done, givenTwice, keyOf, updated, type Work } from "./work";

/** A group whose fields are given: those alone, since all that thousands of groups have is more than memory holds. */
type Given = { standing: StoredEntry; set: Record<string, string>; isChanged: boolean };

/**
 * Variables of .env files, which have no categories, that a group sets in their project and environment: they are its
 * fields, and an entry of their own would set them twice.
 */
export function groupFields(work: Work, stored: Iterable<StoredEntry>) {
  const { ctx } = work;
  const groups = new Map<string, StoredEntry[]>();
  for (const row of stored)
    for (const field of JSON.parse(row.fieldNames ?? "[]") as string[]) {
      const key = keyOf(row.name, row.environment, field);
      const holding = groups.get(key);
      if (holding) holding.push(row);
      else groups.set(key, [row]);
    }
  const given = new Map<string, Given>();
  const wholes = new Map<string, Record<string, string>>();

  return {
    /**
     * The groups that set this variable in its place. None if it names a category, or has what only a vault's own export
     * says: there it is an entry.
     */
    holding(entry: ImportEntry): StoredEntry[] {
      const { keyType, category, envVarName, name, environment = null, valueChangedAt, former, ordinal } = entry;
      const isOfExport = [valueChangedAt, former, ordinal].some((told) => told !== undefined);
      return keyType === "simple" && category === envVarName && !isOfExport
        ? (groups.get(keyOf(name, environment, envVarName)) ?? [])
        : [];
    },

    /** A group's whole value is given. False if a field of it was given before with another value, which counts. */
    giveWhole(groupId: string, value: string): boolean {
      const whole = readGroup(value);
      const set = given.get(groupId)?.set ?? {};
      if (Object.entries(set).some(([field, text]) => whole[field] !== text)) return false;
      given.delete(groupId);
      wholes.set(groupId, whole);
      return true;
    },

    /** `values` has the group's own, if it is a single one. */
    give(
      [standing, ...others]: readonly StoredEntry[],
      { envVarName, value }: ImportEntry,
      values: StoredValues,
    ): ImportOutcome {
      if (!standing || others.length > 0)
        return done("rejected", "Several groups of this project and environment have this field: which one is meant?");
      const field = envVarName ?? "";
      const whole = wholes.get(standing.id);
      if (whole) return whole[field] === value ? done("unchanged") : done("rejected", givenTwice);
      const own = values.fieldsOf(standing.id);
      if (!own) return done("rejected", "The group that has this field can't be decrypted");
      const group = given.get(standing.id) ?? { standing, set: {}, isChanged: false };
      const before = { ...own, ...group.set };
      if (Buffer.byteLength(JSON.stringify({ ...before, [field]: value })) > valueBytesMax)
        return done("rejected", "The group that has this field would become too large");
      const set = { ...group.set, [field]: value };
      const isSame = before[field] === value;
      given.set(standing.id, { standing, set, isChanged: group.isChanged || !isSame });
      return isSame ? done("unchanged") : updated(work, standing);
    },

    /** The groups that any field changes, with their new fields. As many at a time as memory may hold. */
    async *replaced(): AsyncGenerator<Replaced[]> {
      const changed = [...given.values()].filter(({ isChanged }) => isChanged);
      for (const some of slicesOf(changed, atOnce)) {
        const ids = some.map(({ standing }) => standing.id);
        const values = await storedValues(ctx, ids);
        yield some.map(({ standing, set }) => {
          const own = values.fieldsOf(standing.id);
          // It opened a moment ago, and nobody else changes it meanwhile.
          if (!own) throw new AppError("ENTRY_NOT_FOUND");
          return { standing, ...entryValue(ctx, standing.id, "group", JSON.stringify({ ...own, ...set })) };
        });
      }
    },
  };
}
