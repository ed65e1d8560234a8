import { everywhere, isReached, type Reach } from "@/lib/client/vaults/reach";
import { environments } from "@/lib/client/words/labels";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EntryFormValues, EntryStart } from "./entry-form-values";
import { findDuplicate } from "./duplicates/find-duplicate";

/** The next entry of a category and project: for the first environment in reach that has none, or else for no environment. */
export function nextStart(
  entries: readonly ListedEntry[],
  { categoryId, name }: Pick<EntryFormValues, "categoryId" | "name">,
  reach: Reach = everywhere,
): EntryStart {
  const free = environments.find(
    (target) => isReached(target, reach) && !findDuplicate(entries, { categoryId, name, target }, undefined),
  );
  return { name, environment: free ?? "" };
}

/** A new entry like this one, for another environment, without its value and the day on which that expires. */
export function startLike(entries: readonly ListedEntry[], entry: ListedEntry, reach?: Reach): EntryStart {
  const { notes, rotateEveryDays, fieldNames } = entry;
  return {
    ...nextStart(entries, entry, reach),
    notes: notes ?? "",
    rotateEveryDays: rotateEveryDays?.toString() ?? "",
    ...(fieldNames && { fields: fieldNames.map((name) => ({ name, value: "" })) }),
  };
}
