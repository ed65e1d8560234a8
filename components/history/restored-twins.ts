import { someTwins, twinsThere, whatTwinsMean } from "@/lib/client/entries/twins-there";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { TrashItem } from "@/lib/contracts/vault/trash";

/**
 * What to say of entries that came back beside others from which no reference can tell them: alone or with their category.
 * Null if there are none. `entries` are all that there are now.
 */
export function restoredTwins(back: readonly Pick<TrashItem, "id">[], entries: readonly ListedEntry[]): string | null {
  const ids = new Set(back.map(({ id }) => id));
  const isBack = ({ id, categoryId }: ListedEntry) => ids.has(id) || ids.has(categoryId);
  const twins = twinsThere(
    entries.filter(isBack),
    entries.filter((entry) => !isBack(entry)),
  );
  if (twins.length === 0) return null;
  return `${someTwins(twins)} now ${twins.length === 1 ? "exists" : "exist"} twice. ${whatTwinsMean(twins)}`;
}
