import { environmentWord } from "@/components/entries/entry-name";
import { findDuplicate } from "@/components/entries/form/duplicates/find-duplicate";
import { variablesOf } from "@/lib/client/entries/variables-of";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { columnOf } from "../variables/variables";

/** The entries of a project that have the category and environment of one in another, which they would stand beside. */
export function twinsAfterMerge(
  entries: readonly ListedEntry[],
  from: string,
  into: string,
): { name: string; isSetTwice: boolean }[] {
  const others = entries.filter(({ name }) => name === into);
  return entries
    .filter(({ name }) => name === from)
    .filter((entry) =>
      findDuplicate(others, { categoryId: entry.categoryId, name: into, target: columnOf(entry) }, undefined),
    )
    .map((entry) => ({
      name: `${entry.category.name} (${environmentWord(columnOf(entry))})`,
      isSetTwice: variablesOf(entry).length > 0,
    }));
}
