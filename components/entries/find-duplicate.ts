import type { ListedEntry } from "@/lib/contracts/entries";
import type { EntryFormValues } from "./entry-form-values";

type EntryKey = Pick<EntryFormValues, "categoryId" | "name" | "environment">;

const isAt = (entry: ListedEntry, { categoryId, name, environment }: EntryKey) =>
  entry.categoryId === categoryId && entry.name === name.trim() && (entry.environment ?? "") === environment;

/** The entry that already is where this form would put `own`, or a new one: of its category, project and environment. None for one that stays where it is. */
export function findDuplicate(
  entries: readonly ListedEntry[],
  key: EntryKey,
  own: ListedEntry | undefined,
): ListedEntry | undefined {
  if (own && isAt(own, key)) return undefined;
  return entries.find((entry) => entry.id !== own?.id && isAt(entry, key));
}
