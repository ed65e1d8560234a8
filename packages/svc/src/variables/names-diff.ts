import { parse } from "../../../../lib/dotenv/parse";

/** How a change affects names, without values. */
export type NamesDiff = { added: string[]; changed: string[]; removed: string[] };

export function diffNames(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): NamesDiff {
  return {
    added: [...after.keys()].filter((name) => !before.has(name)).sort(),
    changed: [...after]
      .filter(([name, value]) => before.has(name) && before.get(name) !== value)
      .map(([name]) => name)
      .sort(),
    removed: [...before.keys()].filter((name) => !after.has(name)).sort(),
  };
}

export const isSame = ({ added, changed, removed }: NamesDiff) => added.length + changed.length + removed.length === 0;

/** A line for each name, with the sign of how it changes. */
export const linesOf = ({ added, changed, removed }: NamesDiff): string[] => [
  ...added.map((name) => `+ ${name}`),
  ...changed.map((name) => `~ ${name}`),
  ...removed.map((name) => `- ${name}`),
];

/** The variables of a .env text, the last of each name; invalid lines are ignored. */
export const variablesIn = (text: string): Map<string, string> =>
  new Map(parse(text).flatMap((line) => (line.kind === "assignment" ? [[line.name, line.value] as const] : [])));
