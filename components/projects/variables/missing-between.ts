import type { ComparedName } from "@/components/history/compare/compare-values";
import type { Column, Row } from "./variables";

/** What one of two environments lacks, by name, and how many variables both have. No value is known here. */
export function missingBetween(
  rows: readonly Row[],
  left: Column,
  right: Column,
): { missing: ComparedName[]; inBoth: number } {
  const missing = rows.flatMap(({ name, entriesOf }): ComparedName[] => {
    const [inLeft, inRight] = [entriesOf.has(left), entriesOf.has(right)];
    if (inLeft === inRight) return [];
    return inLeft
      ? [{ name, left: "", right: undefined, kind: "left-only" }]
      : [{ name, left: undefined, right: "", kind: "right-only" }];
  });
  return { missing, inBoth: rows.filter(({ entriesOf }) => entriesOf.has(left) && entriesOf.has(right)).length };
}
