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
