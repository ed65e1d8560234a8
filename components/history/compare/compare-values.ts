export type ComparedName = {
  name: string;
  left: string | undefined;
  right: string | undefined;
  kind: "left-only" | "right-only" | "differs" | "same";
};

/** `invalidLeft`, `invalidRight`: lines that can't be read, of texts. */
export type Comparison = { names: ComparedName[]; invalidLeft: number; invalidRight: number };

/** How long both sides stay decrypted. */
export const comparedMilliseconds = 120_000;

/** Compares values by their names: in the left side's order, then what only the right one has. */
export function compareValues(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): ComparedName[] {
  return [...new Set([...left.keys(), ...right.keys()])].map((name): ComparedName => {
    const pair = { name, left: left.get(name), right: right.get(name) };
    const kind =
      pair.right === undefined
        ? "left-only"
        : pair.left === undefined
          ? "right-only"
          : pair.left === pair.right
            ? "same"
            : "differs";
    return { ...pair, kind };
  });
}
