import { environmentLabels } from "./labels";
import type { ListedEntry } from "../contracts/entries";

const keyOf = ({ category, name, environment }: ListedEntry) => JSON.stringify([category.name, name, environment]);

/** The names of those that have a twin in the other vault, as references know them: category, name and environment. */
export function twinsThere(moved: readonly ListedEntry[], there: readonly ListedEntry[]): string[] {
  // By another id: right after a move, the other vault may tell of the very entry that was moved.
  const ids = new Set(moved.map(({ id }) => id));
  const known = new Set(there.filter(({ id }) => !ids.has(id)).map(keyOf));
  return moved
    .filter((entry) => known.has(keyOf(entry)))
    .map(
      ({ category, name, environment }) =>
        `${category.name} for ${name}${environment ? ` (${environmentLabels[environment].toLowerCase()})` : ""}`,
    );
}

const namedMax = 3;
const inWords = new Intl.ListFormat("en");

/** The first of them, and how many more there are. */
export function someTwins(twins: readonly string[]): string {
  const more = twins.length - namedMax;
  return inWords.format([...twins.slice(0, namedMax), ...(more > 0 ? [`${more} more`] : [])]);
}

/** What it means that there are twins, and what to do: of `count` entries, whose names were said. */
export const whatTwinsMean = (count: number): string =>
  count === 1
    ? "While there are two, exports set it twice, and env files that link to it can’t be resolved. Rename or delete one of them."
    : "While there are two of each, exports set them twice, and env files that link to them can’t be resolved. Rename or delete one of each pair.";
