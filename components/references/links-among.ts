import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { LinkingFile } from "@/lib/contracts/vault/references";

/** Entries by their categories, in the order of the first ones. Of one that is gone from the list, nothing else is known: it stands alone. */
export function byCategory(
  entryIds: readonly string[],
  entries: readonly Pick<ListedEntry, "id" | "categoryId">[],
): string[][] {
  const categoryOf = new Map(entries.map(({ id, categoryId }) => [id, categoryId]));
  const groups = new Map<string, string[]>();
  for (const id of entryIds) {
    const category = categoryOf.get(id) ?? id;
    const group = groups.get(category) ?? [];
    group.push(id);
    groups.set(category, group);
  }
  return [...groups.values()];
}

/** What of these files links to some entries: each file once, though it was found for several categories. */
export function linksAmong(entryIds: ReadonlySet<string>, files: readonly LinkingFile[]): LinkingFile[] {
  const found = new Map<string, LinkingFile>();
  for (const file of files) {
    const entries = file.entries.filter(({ entryId }) => entryIds.has(entryId));
    const before = found.get(file.fileId)?.entries ?? [];
    if (entries.length > 0) found.set(file.fileId, { ...file, entries: [...before, ...entries] });
  }
  return [...found.values()];
}

/** How many references stand in these files. */
export const referenceCount = (files: readonly LinkingFile[]): number =>
  files.reduce((sum, { entries }) => entries.reduce((count, { references }) => count + references, sum), 0);
