import { compareValues, type Comparison } from "@/components/history/compare/compare-values";
import { parse } from "@/lib/dotenv/parse";

/** Compares by name, as readers parse the texts: the last value counts. */
export function compareFiles(leftText: string, rightText: string): Comparison {
  const left = read(leftText);
  const right = read(rightText);
  return {
    names: compareValues(left.values, right.values),
    invalidLeft: left.invalid,
    invalidRight: right.invalid,
  };
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
