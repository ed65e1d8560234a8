let collator: Intl.Collator | undefined;

/**
 * The order of names, as people sort: ignoring case and accents, with 2 before 10, in one language everywhere. The
 * collator is made when it is first needed, which takes a browser some milliseconds.
 */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return collator.compare(a, b);
}

/** Sorts a list by name, stably. */
export const inNameOrder = <T>(list: readonly T[], nameOf: (item: T) => string): T[] =>
  list.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));

/** The place of each of these names in their order; equal for names that only differ in case or accents. */
export function nameRanks(names: Iterable<string>): (name: string) => number {
  const ranks = new Map<string, number>();
  let [rank, last] = [0, ""];
  for (const name of [...new Set(names)].sort(compareNames)) {
    if (compareNames(last, name) !== 0) rank += 1;
    last = name;
    ranks.set(name, rank);
  }
  return (name) => ranks.get(name) ?? rank + 1;
}
