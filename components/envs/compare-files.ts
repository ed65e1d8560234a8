import { parse } from "@/lib/dotenv/parse";

export type ComparedName = {
  name: string;
  left: string | undefined;
  right: string | undefined;
  kind: "left-only" | "right-only" | "differs" | "same";
};

export type Comparison = { names: ComparedName[]; invalidLeft: number; invalidRight: number };

/**
 * Compares by name, as readers parse the texts: the last value counts. In the left file's order, then what only the
 * right one has.
 */
export function compareFiles(leftText: string, rightText: string): Comparison {
  const left = read(leftText);
  const right = read(rightText);
  const names = [...new Set([...left.values.keys(), ...right.values.keys()])].map((name): ComparedName => {
    const pair = { name, left: left.values.get(name), right: right.values.get(name) };
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
  return { names, invalidLeft: left.invalid, invalidRight: right.invalid };
}

function read(text: string): { values: Map<string, string>; invalid: number } {
  const values = new Map<string, string>();
  let invalid = 0;
  for (const line of parse(text)) {
    if (line.kind === "assignment") values.set(line.name, line.value);
    if (line.kind === "invalid") invalid++;
  }
  return { values, invalid };
}
