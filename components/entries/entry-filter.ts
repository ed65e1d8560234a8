import type { ListedEntry } from "@/lib/contracts/entries";
import type { Environment, KeyType } from "@/lib/contracts/primitives";

export type EntrySort = "name" | "category" | "changed" | "created";

export const entrySorts: Record<EntrySort, string> = { name: "By name", category: "By category", changed: "Last changed", created: "Newest" };

/** An empty string lets everything through; "none" asks for entries without an environment. */
export type EntryFilter = { search: string; environment: Environment | "none" | ""; keyType: KeyType | ""; sort: EntrySort };

export const noFilter: EntryFilter = { search: "", environment: "", keyType: "", sort: "name" };

export const isFiltering = ({ search, environment, keyType }: EntryFilter) => search.trim() !== "" || environment !== "" || keyType !== "";

/** An entry with all that a search looks through, written down once: typing must not do it a thousand times a key. */
export type SearchableEntry = { entry: ListedEntry; text: string };

export const searchable = (entries: readonly ListedEntry[]): SearchableEntry[] =>
  entries.map((entry) => {
    const { name, notes, fieldNames, category } = entry;
    return { entry, text: [name, category.name, category.envVarName, ...(fieldNames ?? []), notes].filter(Boolean).join("\n").toLowerCase() };
  });

const { compare } = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

const orders: Record<EntrySort, (a: ListedEntry, b: ListedEntry) => number> = {
  name: (a, b) => compare(a.name, b.name) || compare(a.category.name, b.category.name),
  category: (a, b) => compare(a.category.name, b.category.name) || compare(a.name, b.name),
  changed: (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1),
  created: (a, b) => (a.createdAt < b.createdAt ? 1 : -1),
};

/** Apart from filtering, since it costs more and the search does not change it. */
export const sorted = (entries: readonly SearchableEntry[], sort: EntrySort) => entries.toSorted((a, b) => orders[sort](a.entry, b.entry));

/** Every word of the search has to occur somewhere in the entry. */
export function matching(entries: readonly SearchableEntry[], { search, environment, keyType }: EntryFilter, categoryId: string | undefined): ListedEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found: ListedEntry[] = [];
  for (const { entry, text } of entries) {
    if (categoryId !== undefined && entry.categoryId !== categoryId) continue;
    if (environment !== "" && (entry.environment ?? "none") !== environment) continue;
    if (keyType !== "" && entry.category.keyType !== keyType) continue;
    if (words.every((word) => text.includes(word))) found.push(entry);
  }
  return found;
}
