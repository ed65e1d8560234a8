import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EntryFormValues, EnvironmentKey } from "../entry-form-values";

type EntryKey = Pick<EntryFormValues, "categoryId" | "name"> & { target: EnvironmentKey };

/** Whether an entry belongs to this project, as it is typed, and environment. */
export const isOf = (entry: ListedEntry, { name, target }: Omit<EntryKey, "categoryId">) =>
  entry.name === name.trim() && (entry.environment ?? "none") === target;

const isAt = (entry: ListedEntry, key: EntryKey) => entry.categoryId === key.categoryId && isOf(entry, key);

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
