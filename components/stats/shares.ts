import { environmentLabels, environments, keyTypeLabels, keyTypes } from "@/lib/client/words/labels";
import type { Stats } from "@/lib/contracts/vault/stats";

export type Share = { name: string; label: string; count: number };

export const sharesByType = ({ byKeyType }: Stats): Share[] =>
  keyTypes.map((name) => ({ name, label: keyTypeLabels[name], count: byKeyType[name] }));

/** With those that name no environment, so that the parts make the whole. */
export function sharesByEnvironment({ byEnvironment, totalEntries }: Stats): Share[] {
  const named = environments.map((name) => ({ name, label: environmentLabels[name], count: byEnvironment[name] }));
  return [
    ...named,
    {
      name: "none",
      label: "Not set",
      count: Math.max(0, totalEntries - named.reduce((sum, { count }) => sum + count, 0)),
    },
  ];
}

/**
 * Whole marks per share that add up to `total`: largest remainders round up, and every non-zero share gets at least
 * one.
 */
export function marksOf(shares: readonly Share[], total: number): number[] {
  const sum = shares.reduce((all, { count }) => all + count, 0);
  if (sum === 0) return shares.map(() => 0);
  const exact = shares.map(({ count }) => (count / sum) * total);
  const marks = exact.map((part, index) => Math.max(Math.floor(part), shares[index]?.count ? 1 : 0));
  const add = (index: number, change: number) => (marks[index] = (marks[index] ?? 0) + change);
  let left = total - marks.reduce((all, mark) => all + mark, 0);
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part - Math.floor(part) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder) {
    if (left <= 0) break;
    add(index, 1);
    left--;
  }
  for (; left < 0; left++) add(marks.indexOf(Math.max(...marks)), -1);
  return marks;
}
