import { entrySearchText } from "@/lib/client/entries/entry-search";
import { environments } from "@/lib/client/words/labels";
import { entryTitle } from "@/lib/client/words/entry-title";
import { nameRanks } from "@/lib/client/words/name-order";
import { hasWords, searchWords } from "@/lib/client/words/search-words";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { isOfAge } from "./age-filter";
import type { EntryFilter, EntrySort } from "../entry-sight";

/** Whether something is searched or left out. */
export const isFiltering = ({ search, project, environment, keyType, age }: EntryFilter) =>
  search.trim() !== "" || project !== "" || environment !== "" || keyType !== "" || age !== "";

/**
 * An entry with its search text and the places of its names in their order (environments in their natural order),
 * computed once instead of for every key typed.
 */
export type SearchableEntry = {
  entry: ListedEntry;
  text: string;
  ranks: Record<"name" | "project" | "category", number>;
};

export function searchable(entries: readonly ListedEntry[]): SearchableEntry[] {
  const [titleRank, projectRank, categoryRank] = [
    nameRanks(entries.map(entryTitle)),
    nameRanks(entries.map(({ name }) => name)),
    nameRanks(entries.map(({ category }) => category.name)),
  ];
  return entries.map((entry) => ({
    entry,
    text: entrySearchText(entry),
    ranks: {
      name: titleRank(entryTitle(entry)),
      project: projectRank(entry.name),
      category: categoryRank(entry.category.name),
    },
  }));
}

const stageOf = ({ entry: { environment } }: SearchableEntry) => (environment ? environments.indexOf(environment) : -1);

/** By these names, each deciding where those before it are equal, and then by environment. */
const byNames =
  (...names: (keyof SearchableEntry["ranks"])[]) =>
  (a: SearchableEntry, b: SearchableEntry): number => {
    for (const name of names) if (a.ranks[name] !== b.ranks[name]) return a.ranks[name] - b.ranks[name];
    return stageOf(a) - stageOf(b);
  };

const latestFirst = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1);

const orders: Record<EntrySort, (a: SearchableEntry, b: SearchableEntry) => number> = {
  name: byNames("name", "project", "category"),
  project: byNames("project", "name", "category"),
  category: byNames("category", "name", "project"),
  changed: (a, b) => latestFirst(a.entry.updatedAt, b.entry.updatedAt),
  created: (a, b) => latestFirst(a.entry.createdAt, b.entry.createdAt),
};

/** Separate from filtering, since it costs more and does not depend on the search. */
export const sorted = (entries: readonly SearchableEntry[], sort: EntrySort) => entries.toSorted(orders[sort]);

/** Every word of the search has to occur somewhere in the entry. */
export function matching(
  entries: readonly SearchableEntry[],
  { search, project, environment, keyType, age }: EntryFilter,
  categoryId: string | undefined,
): ListedEntry[] {
  const words = searchWords(search);
  const found: ListedEntry[] = [];
  for (const { entry, text } of entries) {
    if (categoryId !== undefined && entry.categoryId !== categoryId) continue;
    if (project !== "" && entry.name !== project) continue;
    if (environment !== "" && (entry.environment ?? "none") !== environment) continue;
    if (keyType !== "" && entry.category.keyType !== keyType) continue;
    if (!isOfAge(entry, age)) continue;
    if (hasWords(text, words)) found.push(entry);
  }
  return found;
}
