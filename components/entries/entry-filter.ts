import type { ListedEntry } from "@/lib/contracts/entries";
import type { Environment, KeyType } from "@/lib/contracts/primitives";

export type EntrySort = "name" | "category" | "changed" | "created";

export const entrySorts: Record<EntrySort, string> = { name: "By name", category: "By category", changed: "Last changed", created: "Newest" };

/** An empty string lets everything through; "none" asks for entries without an environment. */
export type EntryFilter = { search: string; environment: Environment | "none" | ""; keyType: KeyType | ""; sort: EntrySort };

export const noFilter: EntryFilter = { search: "", environment: "", keyType: "", sort: "name" };

export const isFiltering = ({ search, environment, keyType }: EntryFilter) => search.trim() !== "" || environment !== "" || keyType !== "";

/** An entry with all that a search looks through and an order goes by, written down once: typing must not do it a thousand times a key. */
export type SearchableEntry = { entry: ListedEntry; text: string; place: Record<"name" | "category", string> };

export const searchable = (entries: readonly ListedEntry[]): SearchableEntry[] =>
  entries.map((entry) => {
    const { name, notes, fieldNames, category } = entry;
    const text = [name, category.name, category.envVarName, ...(fieldNames ?? []), notes].filter(Boolean).join("\n").toLowerCase();
    const [ownPlace, categoryPlace] = [placeOf(name), placeOf(category.name)];
    return { entry, text, place: { name: `${ownPlace}\n${categoryPlace}`, category: `${categoryPlace}\n${ownPlace}` } };
  });

const digitsMax = 20;

/**
 * What to compare a name by, as people sort: case and accents don't count, and 2 comes before 10. Not by Intl.Collator, whose
 * first one takes a browser 7 ms before it shows anything.
 */
const placeOf = (name: string) => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\d+/g, (digits) => digits.padStart(digitsMax, "0"));

const before = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

const orders: Record<EntrySort, (a: SearchableEntry, b: SearchableEntry) => number> = {
  name: (a, b) => before(a.place.name, b.place.name),
  category: (a, b) => before(a.place.category, b.place.category),
  changed: (a, b) => before(b.entry.updatedAt, a.entry.updatedAt),
  created: (a, b) => before(b.entry.createdAt, a.entry.createdAt),
};

/** Apart from filtering, since it costs more and the search does not change it. */
export const sorted = (entries: readonly SearchableEntry[], sort: EntrySort) => entries.toSorted(orders[sort]);

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
