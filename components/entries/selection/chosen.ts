import type { ListedEntry } from "@/lib/contracts/vault/entries";

/** The selected ids, and the one from which Shift selects on. */
export type Chosen = { ids: ReadonlySet<string>; from: string | undefined };

export const noneChosen: Chosen = { ids: new Set(), from: undefined };

/**
 * Selects an entry, or no longer. `range`: all from the one touched last to this one become what that one is, as Shift
 * does in file lists; without one, as if there were no Shift.
 */
export function toggled(
  { ids, from }: Chosen,
  shown: readonly Pick<ListedEntry, "id">[],
  id: string,
  range: boolean,
): Chosen {
  const [start, end] = [from, id].map((one) => shown.findIndex((entry) => entry.id === one));
  const next = new Set(ids);
  if (range && from !== undefined && start !== undefined && end !== undefined && start >= 0 && end >= 0) {
    for (const one of shown.slice(Math.min(start, end), Math.max(start, end) + 1))
      if (ids.has(from)) next.add(one.id);
      else next.delete(one.id);
  } else if (!next.delete(id)) next.add(id);
  return { ids: next, from: id };
}
