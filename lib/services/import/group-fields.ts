import type { ImportEntry, ImportOutcome } from "../../contracts/vault/import";
import { valueBytesMax } from "../../contracts/primitives";
import { readSealed } from "../doors/disclose/disclose";
import type { Replaced } from "../doors/change/replace-values";
import { entryValue } from "../entries/entries";
import { readGroup } from "../entries/entry-value";
import { done, givenTwice, keyOf, type Standing, updated, type Work } from "./work";

/** An entry as this import has read it. Only groups have field names. */
type Stored = Replaced["standing"] &
  Standing & {
    categoryId: string;
    name: string;
    environment: string | null;
    fieldNames: string | null;
    encryptedValue: Uint8Array<ArrayBuffer>;
  };
/** A group whose fields are given: all that it has now, and those alone. `fields` is null if it can't be decrypted. */
type Given = {
  standing: Stored;
  fields: Record<string, string> | null;
  set: Record<string, string>;
  isChanged: boolean;
};

/**
 * Variables of .env files, which have no categories, that a group sets in their project and environment: they are its
 * fields, and an entry of their own would set them twice.
 */
export function groupFields(work: Work, stored: Iterable<Stored>) {
  const { ctx } = work;
  const groups = new Map<string, Stored[]>();
  for (const row of stored)
    for (const field of JSON.parse(row.fieldNames ?? "[]") as string[]) {
      const key = keyOf(row.name, row.environment, field);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  const given = new Map<string, Given>();
  const wholes = new Map<string, Record<string, string>>();

  const begun = (standing: Stored): Given => {
    const { id, encryptedValue: sealed } = standing;
    const group = {
      standing,
      fields: readSealed(ctx, "KeyEntry", { id, sealed }, readGroup),
      set: {},
      isChanged: false,
    };
    given.set(id, group);
    return group;
  };

  return {
    /**
     * The groups that set this variable in its place. None if it names a category, or has what only a vault's own export
     * says: there it is an entry.
     */
    holding(entry: ImportEntry): Stored[] {
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

    give([standing, ...others]: readonly Stored[], { envVarName, value }: ImportEntry): ImportOutcome {
      if (!standing || others.length > 0)
        return done("rejected", "Several groups of this project and environment have this field: which one is meant?");
      const field = envVarName ?? "";
      const whole = wholes.get(standing.id);
      if (whole) return whole[field] === value ? done("unchanged") : done("rejected", givenTwice);
      const group = given.get(standing.id) ?? begun(standing);
      if (!group.fields) return done("rejected", "The group that has this field can't be decrypted");
      const isSame = group.fields[field] === value;
      const fields = { ...group.fields, [field]: value };
      if (Buffer.byteLength(JSON.stringify(fields)) > valueBytesMax)
        return done("rejected", "The group that has this field would become too large");
      group.fields = fields;
      group.set[field] = value;
      group.isChanged ||= !isSame;
      return isSame ? done("unchanged") : updated(work, standing);
    },

    /** The groups with their new fields, for those that any of them changes. */
    replaced: (): Replaced[] =>
      [...given.values()].flatMap(({ standing, fields, isChanged }) =>
        isChanged ? [{ standing, ...entryValue(ctx, standing.id, "group", JSON.stringify(fields)) }] : [],
      ),
  };
}
