import type { Imported, Whole } from "./item";

/** The bounds of one request: of each list, in bytes of JSON, and in values (both with room for what is around the items). */
const itemsMax = 2_000;
const bytesMax = 7 * 1024 * 1024;
const valuesMax = 39_000;

/** What one request imports. */
export type Batch = Pick<Imported, "entries" | "twoFactor"> & Partial<Whole>;

const utf8 = new TextEncoder();

/**
 * The requests that import all of it. Another tool's export is one, stored as a whole or not at all. A vault's own may
 * be larger than one can be: then each is stored by itself, and repeating all of them changes nothing.
 */
function batchesOf({ entries, twoFactor, whole }: Imported): Batch[] {
  if (!whole) return [{ entries, twoFactor }];
  const batches: Required<Batch>[] = [];
  let batch: Required<Batch> = empty();
  let [bytes, values] = [0, 0];
  const add = <List extends keyof Batch>(list: List, items: readonly Required<Batch>[List][number][]) => {
    for (const item of items) {
      const size = utf8.encode(JSON.stringify(item)).length + 1;
      const count = valuesIn(item);
      if (bytes + size > bytesMax || values + count > valuesMax || batch[list].length >= itemsMax) {
        batches.push(batch);
        batch = empty();
        [bytes, values] = [0, 0];
      }
      (batch[list] as unknown[]).push(item);
      bytes += size;
      values += count;
    }
  };
  // What others are in comes first.
  add("categories", whole.categories);
  add("envProjects", whole.envProjects);
  add("entries", entries);
  add("twoFactor", twoFactor);
  add("envFiles", whole.envFiles);
  return [...batches, batch].map(withoutEmpty);
}

/** Why one request can't import all of it, for people; null if it can. */
export function tooMuchFor({ entries, twoFactor, whole }: Imported): string | null {
  if (whole) return null;
  const [count, what] =
    entries.length >= twoFactor.length ? [entries.length, "entries"] : [twoFactor.length, "two-factor tokens"];
  const number = (value: number) => value.toLocaleString("en-US");
  if (count > itemsMax)
    return `It has ${number(count)} ${what}, and one import takes ${number(itemsMax)}: split it into several.`;
  const bytes = utf8.encode(JSON.stringify({ entries, twoFactor })).length;
  return bytes > bytesMax ? "Its values are more than the 7 MiB that one import takes: split it into several." : null;
}

/** At least as many as the vault counts (lib/http/request/json.ts): lists, objects and what they hold. */
const valuesIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((sum, child) => sum + valuesIn(child), 1)
    : 1;

const empty = (): Required<Batch> => ({ entries: [], twoFactor: [], categories: [], envProjects: [], envFiles: [] });

/** A request without env files needs no scope for them. */
const withoutEmpty = ({ entries, twoFactor, ...whole }: Required<Batch>): Batch => ({
  entries,
  twoFactor,
  ...Object.fromEntries(Object.entries(whole).filter(([, items]) => items.length > 0)),
});

type Outcome = { action: "created" | "updated" | "unchanged" | "rejected"; message: string | null };
type AlsoCreated = { id: string; name: string; version: number }[];
type Result<Entry extends Outcome, Other extends Outcome, File extends Outcome> = {
  counts: Record<Outcome["action"], number>;
  entries: Entry[];
  twoFactor: Other[];
  categories?: Other[] | undefined;
  envProjects?: Other[] | undefined;
  envFiles?: File[] | undefined;
  /** An older vault doesn't say. */ alsoCreated?: { categories: AlsoCreated; envProjects: AlsoCreated } | undefined;
};

/** Sends one request after another. The outcomes of all are in the order of the items. */
export async function importAll<Entry extends Outcome, Other extends Outcome, File extends Outcome>(
  imported: Imported,
  send: (batch: Batch) => Promise<Result<Entry, Other, File>>,
): Promise<Required<Result<Entry, Other, File>>> {
  const alsoCreated = { categories: [] as AlsoCreated, envProjects: [] as AlsoCreated };
  const all = {
    counts: { created: 0, updated: 0, unchanged: 0, rejected: 0 },
    entries: [] as Entry[],
    twoFactor: [] as Other[],
    categories: [] as Other[],
    envProjects: [] as Other[],
    envFiles: [] as File[],
    alsoCreated,
  };
  for (const batch of batchesOf(imported)) {
    const result = await send(batch);
    for (const action of ["created", "updated", "unchanged", "rejected"] as const)
      all.counts[action] += result.counts[action];
    all.entries.push(...result.entries);
    all.twoFactor.push(...result.twoFactor);
    all.envFiles.push(...(result.envFiles ?? []));
    for (const list of ["categories", "envProjects"] as const) {
      all[list].push(...(result[list] ?? []));
      alsoCreated[list].push(...(result.alsoCreated?.[list] ?? []));
    }
  }
  return all;
}
