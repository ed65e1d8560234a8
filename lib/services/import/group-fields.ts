import type { InTransaction } from "../../auth/context";
import type { ImportEntry, ImportOutcome } from "../../contracts/import";
import { valueBytesMax } from "../../contracts/primitives";
import { readSealed } from "../doors/disclose";
import type { Replaced } from "../doors/replace-values";
import { entryValue } from "../entries";
import { readGroup } from "../entry-value";
import { done, keyOf } from "./work";

/** An entry as this import has read it. Only groups have field names. */
type Stored = Replaced["standing"] & {
  categoryId: string;
  name: string;
  environment: string | null;
  fieldNames: string | null;
  encryptedValue: Uint8Array<ArrayBuffer>;
};
/** A group whose fields are given. Null: it can't be decrypted. */
type Given = { standing: Stored; fields: Record<string, string> | null; isChanged: boolean };

/**
 * Variables of .env files, which have no categories, that a group sets in their project and environment: they are its
 * fields, and an entry of their own would set them twice.
 */
export function groupFields(ctx: InTransaction, stored: Iterable<Stored>) {
  const groups = new Map<string, Stored[]>();
  for (const row of stored)
    for (const field of JSON.parse(row.fieldNames ?? "[]") as string[]) {
      const key = keyOf(row.name, row.environment, field);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  const given = new Map<string, Given>();

  const begun = (standing: Stored): Given => {
    const { id, encryptedValue: sealed } = standing;
    const group = { standing, fields: readSealed(ctx, "KeyEntry", { id, sealed }, readGroup), isChanged: false };
    given.set(id, group);
    return group;
  };

  return {
    /** The groups that set this variable in its place. None if it names a category, or has a history of its own. */
    holding({ keyType, category, envVarName, name, environment = null, former, ordinal }: ImportEntry): Stored[] {
      const isPlain = keyType === "simple" && category === envVarName && former === undefined && ordinal === undefined;
      return isPlain ? (groups.get(keyOf(name, environment, envVarName)) ?? []) : [];
    },

    /** Whether one of its fields was given. */
    isGiven: (groupId: string): boolean => given.has(groupId),

    give([standing, ...others]: readonly Stored[], { envVarName, value }: ImportEntry): ImportOutcome {
      if (!standing || others.length > 0)
        return done("rejected", "Several groups of this project and environment have this field: which one is meant?");
      const group = given.get(standing.id) ?? begun(standing);
      if (!group.fields) return done("rejected", "The group that has this field can't be decrypted");
      if (group.fields[envVarName ?? ""] === value) return done("unchanged");
      const fields = { ...group.fields, [envVarName ?? ""]: value };
      if (Buffer.byteLength(JSON.stringify(fields)) > valueBytesMax)
        return done("rejected", "The group that has this field would become too large");
      group.fields = fields;
      group.isChanged = true;
      return done("updated");
    },

    /** The groups with their new fields, for those that any of them changes. */
    replaced: (): Replaced[] =>
      [...given.values()].flatMap(({ standing, fields, isChanged }) =>
        isChanged ? [{ standing, ...entryValue(ctx, standing.id, "group", JSON.stringify(fields)) }] : [],
      ),
  };
}
