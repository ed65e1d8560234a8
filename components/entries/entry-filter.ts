import { environmentLabels, environments } from "@/lib/client/labels";
import { before, sortKeyOf } from "@/lib/client/name-order";
import type { ListedEntry } from "@/lib/contracts/entries";
import type { Environment, KeyType } from "@/lib/contracts/primitives";

export type EntrySort = "name" | "category" | "changed" | "created";

export const entrySorts: Record<EntrySort, string> = {
  name: "By name",
  category: "By category",
  changed: "Last changed",
  created: "Newest",
};

/** An empty string matches everything; "none" matches entries without an environment. */
export type EntryFilter = {
  search: string;
  environment: Environment | "none" | "";
  keyType: KeyType | "";
  sort: EntrySort;
};

export const noFilter: EntryFilter = { search: "", environment: "", keyType: "", sort: "name" };

export const isFiltering = ({ search, environment, keyType }: EntryFilter) =>
  search.trim() !== "" || environment !== "" || keyType !== "";

/**
 * An entry with its search text and sort keys (environments in their natural order), computed once instead of for every
 * key typed.
 */
export type SearchableEntry = { entry: ListedEntry; text: string; sortKeys: Record<"name" | "category", string> };

export const searchable = (entries: readonly ListedEntry[]): SearchableEntry[] =>
  entries.map((entry) => {
    const { name, notes, fieldNames, category, environment } = entry;
    const text = [
      name,
      category.name,
      category.envVarName,
      ...(fieldNames ?? []),
      environment && environmentLabels[environment],
      notes,
    ]
      .filter(Boolean)
      .join("\n")
      .toLowerCase();
    const [ownPlace, categoryPlace, stage] = [
      sortKeyOf(name),
      sortKeyOf(category.name),
      environment ? environments.indexOf(environment) : -1,
    ];
    return {
      entry,
      text,
      sortKeys: {
        name: `${ownPlace}\n${categoryPlace}\n${stage + 1}`,
        category: `${categoryPlace}\n${ownPlace}\n${stage + 1}`,
      },
    };
  });

const orders: Record<EntrySort, (a: SearchableEntry, b: SearchableEntry) => number> = {
  name: (a, b) => before(a.sortKeys.name, b.sortKeys.name),
  category: (a, b) => before(a.sortKeys.category, b.sortKeys.category),
  changed: (a, b) => before(b.entry.updatedAt, a.entry.updatedAt),
  created: (a, b) => before(b.entry.createdAt, a.entry.createdAt),
};

/** Separate from filtering, since it costs more and does not depend on the search. */
export const sorted = (entries: readonly SearchableEntry[], sort: EntrySort) => entries.toSorted(orders[sort]);

/** Every word of the search has to occur somewhere in the entry. */
export function matching(
  entries: readonly SearchableEntry[],
  { search, environment, keyType }: EntryFilter,
  categoryId: string | undefined,
): ListedEntry[] {
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
