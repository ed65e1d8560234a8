import type { ListedEntry } from "@/lib/contracts/entries";
import type { EntryFormValues } from "./entry-form-values";

type EntryKey = Pick<EntryFormValues, "categoryId" | "name" | "environment">;

const isAt = (entry: ListedEntry, { categoryId, name, environment }: EntryKey) =>
  entry.categoryId === categoryId && entry.name === name.trim() && (entry.environment ?? "") === environment;

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
