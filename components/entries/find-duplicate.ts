import type { ListedEntry } from "@/lib/contracts/entries";
import type { EntryFormValues, EnvironmentKey } from "./entry-form-values";

type EntryKey = Pick<EntryFormValues, "categoryId" | "name"> & { target: EnvironmentKey };

const isAt = (entry: ListedEntry, { categoryId, name, target }: EntryKey) =>
  entry.categoryId === categoryId && entry.name === name.trim() && (entry.environment ?? "none") === target;

/**
 * An existing entry with the same category, project and environment as `own`, or as a new entry. None if the entry
 * keeps all three.
 */
export function findDuplicate(
  entries: readonly ListedEntry[],
  key: EntryKey,
  own: ListedEntry | undefined,
): ListedEntry | undefined {
  if (own && isAt(own, key)) return undefined;
  return entries.find((entry) => entry.id !== own?.id && isAt(entry, key));
}
