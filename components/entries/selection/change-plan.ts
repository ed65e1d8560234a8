import type { QueryClient } from "@tanstack/react-query";
import { updateEntry } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { onlyAt } from "@/lib/client/http/precondition";
import { stillThere } from "@/lib/client/http/queries/fresh-entries";
import { inTurn, type Outcome, type Progress } from "@/lib/client/in-turn";
import type { ListedEntry, UpdateEntry } from "@/lib/contracts/vault/entries";
import type { Environment } from "@/lib/contracts/primitives";

/** What all selected entries get; undefined leaves each as it is. */
export type Change = {
  name: string | undefined;
  categoryId: string | undefined;
  /** Null: none. */ environment: Environment | null | undefined;
};

export type Planned = { entry: ListedEntry; body: UpdateEntry };

/** What each entry that differs is sent. */
export function planned(entries: readonly ListedEntry[], change: Change): Planned[] {
  return entries.flatMap((entry) => {
    const body: UpdateEntry = {};
    if (change.name !== undefined && change.name !== entry.name) body.name = change.name;
    if (change.categoryId !== undefined && change.categoryId !== entry.categoryId) body.categoryId = change.categoryId;
    if (change.environment !== undefined && change.environment !== entry.environment)
      body.environment = change.environment;
    return Object.keys(body).length > 0 ? [{ entry, body }] : [];
  });
}

const placeOf = ({ categoryId, name, environment }: Pick<ListedEntry, "categoryId" | "name" | "environment">): string =>
  JSON.stringify([categoryId, name, environment]);

/** How many of them would share category, project and environment with another entry, whether that moves too or not. */
export function doubled(all: readonly ListedEntry[], plan: readonly Planned[]): number {
  const moved = new Map(plan.map(({ entry, body }) => [entry.id, placeOf({ ...entry, ...defined(body) })]));
  const taken = new Map<string, number>();
  for (const entry of all) {
    const place = moved.get(entry.id) ?? placeOf(entry);
    taken.set(place, (taken.get(place) ?? 0) + 1);
  }
  return [...moved.values()].filter((place) => (taken.get(place) ?? 0) > 1).length;
}

const defined = ({ name, categoryId, environment }: UpdateEntry) => ({
  ...(name !== undefined && { name }),
  ...(categoryId !== undefined && { categoryId }),
  ...(environment !== undefined && { environment }),
});

/**
 * Sends each its change, at the version that was shown. After a failure, what is left is as it is now: at their former
 * versions all that others changed would be refused for ever. What has the change by then, its answer having been lost,
 * counts as done; `gone` no longer exists.
 */
export async function changeEach(
  client: QueryClient,
  plan: readonly Planned[],
  change: Change,
  query: { rewriteReferences?: "true" },
  onProgress?: (progress: Progress) => void,
): Promise<Outcome<ListedEntry> & { gone: ListedEntry[] }> {
  const missing = new Set<string>();
  async function write({ entry: { id, version }, body }: Planned) {
    try {
      await updateEntry({ params: { id }, query, body }, onlyAt(version));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "ENTRY_NOT_FOUND")) throw error;
      missing.add(id);
    }
  }
  const { failed, reason } = await inTurn(plan, write, onProgress);
  const before = failed.map(({ entry }) => entry);
  const now = failed.length > 0 ? await stillThere(client, before) : [];
  const rest = planned(now, change).map(({ entry }) => entry);
  const isAmong = (entries: readonly ListedEntry[], id: string) => entries.some((entry) => entry.id === id);
  const isGone = ({ id }: ListedEntry) => missing.has(id) || (isAmong(before, id) && !isAmong(now, id));
  const all = plan.map(({ entry }) => entry);
  return {
    done: all.filter((entry) => !isGone(entry) && !isAmong(rest, entry.id)),
    failed: rest,
    gone: all.filter(isGone),
    reason,
  };
}
