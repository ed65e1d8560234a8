import { compareNames } from "@/lib/client/words/name-order";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EntryGrouping } from "../entry-sight";

/** A line of the list: an entry, or the name over those that follow it. */
export type ListLine = { entry: ListedEntry } | { group: string; count: number };

const groupName = { project: ({ name }: ListedEntry) => name, category: ({ category }: ListedEntry) => category.name };

/** The entries under the names of their groups, which are in order; within a group they keep theirs. */
export function grouped(entries: readonly ListedEntry[], grouping: EntryGrouping): ListLine[] {
  if (grouping === "") return entries.map((entry) => ({ entry }));
  const groups = new Map<string, ListedEntry[]>();
  for (const entry of entries) {
    const name = groupName[grouping](entry);
    const within = groups.get(name);
    if (within) within.push(entry);
    else groups.set(name, [entry]);
  }
  return [...groups]
    .sort(([a], [b]) => compareNames(a, b))
    .flatMap(([group, within]) => [{ group, count: within.length }, ...within.map((entry) => ({ entry }))]);
}
