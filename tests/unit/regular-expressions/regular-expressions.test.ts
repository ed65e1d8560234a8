import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { regularExpressions } from "../../../scripts/checks/regular-expressions.mjs";

const verdicts = JSON.parse(readFileSync(path.join(import.meta.dirname, "verdicts.json"), "utf8")) as Record<
  string,
  string
>;

describe("regular expressions", () => {
  test("in the sources have all been passed by recheck (npm run recheck)", () => {
    const found = [...regularExpressions().keys()];
    expect(found.length).toBeGreaterThan(150);
    expect(found.filter((text) => !verdicts[text])).toEqual([]);
    expect(Object.keys(verdicts).filter((text) => !found.includes(text))).toEqual([]);
  });

  test("are safe, or bounded for the reason given with them", () => {
    expect(Object.entries(verdicts).filter(([, verdict]) => !/^(safe: .+|bounded: .{20,})$/.test(verdict))).toEqual([]);
    expect(Object.values(verdicts).filter((verdict) => verdict.startsWith("bounded: ")).length).toBeLessThan(40);
  });
});
