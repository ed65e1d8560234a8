import { expect, test } from "vitest";
import { median } from "../bench/load/measure";
import { report } from "../support/long-runs";
import { hostileUnits, readers, repeated } from "../support/http/hostile-texts";

const megabyte = 1_000_000;
const msMax = 100;
/** A reader that takes longer than its share of these grows faster than the text. */
const manyMegabytes = 2;
const rounds = 5;

function msOf(read: (text: string) => void, text: string): number {
  return median(
    Array.from({ length: rounds }, () => {
      const began = performance.now();
      read(text);
      return performance.now() - began;
    }),
  );
}

test.for(Object.keys(readers))(
  "%s reads a megabyte of any hostile text in under 100 ms, in time linear in its size",
  { timeout: 120_000 },
  (name) => {
    const read = readers[name] ?? (() => undefined);
    const rows = hostileUnits.map((unit) => {
      const [one, many] = [msOf(read, repeated(unit, megabyte)), msOf(read, repeated(unit, manyMegabytes * megabyte))];
      return { unit, ms: Math.round(one), manyMs: Math.round(many) };
    });
    const slowest = rows.reduce((worst, row) => (row.ms > worst.ms ? row : worst));
    report({
      figure: "parser",
      name,
      slowestMs: slowest.ms,
      on: rows
        .filter(({ ms }) => ms > 80)
        .map(({ unit, ms }) => JSON.stringify(unit) + ms)
        .join(" "),
      slowestOfTwoMs: Math.max(...rows.map(({ manyMs }) => manyMs)),
    });
    expect(rows.filter(({ ms, manyMs }) => ms >= msMax || manyMs >= manyMegabytes * msMax)).toEqual([]);
  },
);
