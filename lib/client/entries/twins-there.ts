import { environmentLabels } from "../words/labels";
import type { ListedEntry } from "../../contracts/vault/entries";
import { variablesOf } from "./variables-of";

const keyOf = ({ category, name, environment }: ListedEntry) => JSON.stringify([category.name, name, environment]);

/** `isSetTwice`: exports set a variable of both. Of SSH keys and documents they set none. */
export type Twin = { name: string; isSetTwice: boolean };

/** Those that have a twin in the other vault, as references know them: by category, name and environment. */
export function twinsThere(moved: readonly ListedEntry[], there: readonly ListedEntry[]): Twin[] {
  // By another id: right after a move, the other vault may tell of the very entry that was moved.
  const ids = new Set(moved.map(({ id }) => id));
  const known = new Map<string, string[]>();
  for (const entry of there)
    if (!ids.has(entry.id)) known.set(keyOf(entry), [...(known.get(keyOf(entry)) ?? []), ...variablesOf(entry)]);
  return moved.flatMap((entry) => {
    const { category, name, environment } = entry;
    const set = known.get(keyOf(entry));
    if (!set) return [];
    const place = environment ? ` (${environmentLabels[environment].toLowerCase()})` : "";
    return [
      {
        name: `${category.name} for ${name}${place}`,
        isSetTwice: variablesOf(entry).some((v) => set.includes(v)),
      },
    ];
  });
}

const namedMax = 3;
const inWords = new Intl.ListFormat("en");

/** The first of them, and how many more there are. */
export function someTwins(twins: readonly Twin[]): string {
  const more = twins.length - namedMax;
  return inWords.format([...twins.slice(0, namedMax).map(({ name }) => name), ...(more > 0 ? [`${more} more`] : [])]);
}

/** What it means that there are twins, and what to do: of those whose names were said. */
export function whatTwinsMean(twins: readonly Twin[]): string {
  const isOne = twins.length === 1;
  const set = twins.filter(({ isSetTwice }) => isSetTwice).length;
  const exports =
    set === 0 ? "" : `exports set ${isOne ? "it" : set < twins.length ? "some of them" : "them"} twice, and `;
  return isOne
    ? `While there are two, ${exports}env files that link to it can’t be resolved. Rename or delete one of them.`
    : `While there are two of each, ${exports}env files that link to them can’t be resolved. Rename or delete one of each pair.`;
}
