import { variablesOf } from "@/lib/client/entries/variables-of";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EnvironmentKey, GroupField } from "../entry-form-values";
import { isOf } from "./find-duplicate";

/** An entry that sets variables which another one is to set too. */
export type Rival = { entry: ListedEntry; variables: string[] };

type Typed = Pick<ListedEntry["category"], "keyType" | "envVarName"> & { fields: readonly GroupField[] };

/** The variables that an entry is to set, by its form. A group whose value nobody asked for keeps those of `own`. */
export function variablesTyped({ fields, ...category }: Typed, own: ListedEntry | undefined): string[] {
  const typed = fields.map(({ name }) => name).filter((name) => name !== "");
  const fieldNames = typed.length > 0 ? typed : (own?.fieldNames ?? []);
  return variablesOf({ fieldNames: category.keyType === "group" ? fieldNames : null, category });
}

/**
 * The entries of other categories that set some of these variables in the same project and environment. Of an entry that
 * is being edited in place, only variables that it does not set yet count.
 */
export function findRivals(
  entries: readonly ListedEntry[],
  wanted: { categoryId: string; name: string; target: EnvironmentKey; variables: readonly string[] },
  own: ListedEntry | undefined,
): Rival[] {
  const before = own && isOf(own, wanted) ? variablesOf(own) : [];
  const added = wanted.variables.filter((variable) => !before.includes(variable));
  if (added.length === 0) return [];
  return entries
    .filter((entry) => entry.id !== own?.id && entry.categoryId !== wanted.categoryId && isOf(entry, wanted))
    .map((entry) => ({ entry, variables: variablesOf(entry).filter((variable) => added.includes(variable)) }))
    .filter(({ variables }) => variables.length > 0);
}
