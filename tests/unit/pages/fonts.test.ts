import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/vaults/server";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** The code points of a unicode-range. */
const codePoints = (range: string) =>
  range.split(",").flatMap((part) => {
    const [from = "", to = from] = part.trim().replace("U+", "").split("-");
    return Array.from({ length: parseInt(to, 16) - parseInt(from, 16) + 1 }, (_, index) => parseInt(from, 16) + index);
  });

/** The fonts in order: each family's Latin part, then its full font. */
const ranges = [...read("app/fonts.ts").matchAll(/"unicode-range",\s*value:\s*"([^"]+)"/g)].map(
  ([, range]) => range ?? "",
);

test.each([
  ["geist", 0],
  ["geist-mono", 2],
] as const)(
  "the first font of %s covers the characters that its package states, and the full one all others: none is in both or in neither",
  (name, at) => {
    const [latin = "", whole = ""] = ranges.slice(at);
    const { latin: stated } = JSON.parse(read(`node_modules/@fontsource-variable/${name}/unicode.json`)) as {
      latin: string;
    };
    expect(codePoints(latin)).toEqual(codePoints(stated));
    // Up to U+FFFD, beyond which Geist has no letters.
    expect([...codePoints(latin), ...codePoints(whole)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 0xfffe }, (_, index) => index),
    );
  },
);
