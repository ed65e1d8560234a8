import { secretNames, Settings } from "./schema";

/** A shorter name may well be another program's: HOME is as near to HOST. */
const lengthMin = 8;
/** As far as a name may be from the setting that was meant, in letters that are wrong, missing or too many. */
const lettersMax = 2;

const settingNames: readonly string[] = [...Object.keys(Settings.shape), ...secretNames.map((name) => `${name}_FILE`)];

export type Misspelled = { name: string; meant: string };

/**
 * Names in an environment that are no setting's, and nearly that of one which is not set. Without a word about it the vault
 * would run on the default, such as open registration.
 */
export function misspelledIn(environment: Readonly<Record<string, string | undefined>>): Misspelled[] {
  return Object.keys(environment).flatMap((name) => {
    if (name.length < lengthMin || settingNames.includes(name)) return [];
    const written = name.toUpperCase();
    const meant = settingNames.find(
      (known) =>
        !environment[known] &&
        known.length >= lengthMin &&
        known.startsWith(written.slice(0, 3)) &&
        lettersBetween(written, known) <= lettersMax,
    );
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Levenshtein's distance. */
function lettersBetween(one: string, other: string): number {
  let former = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (former[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (former[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    former = next;
  }
  return former[other.length] ?? 0;
}
