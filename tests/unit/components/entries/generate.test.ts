import { describe, expect, test } from "vitest";
import { alphabets, type Alphabet, generate, randomBelow } from "@/components/entries/generator/generate";
import { words } from "@/components/entries/generator/words";

const shapes: Record<Exclude<Alphabet, "passphrase">, RegExp> = {
  hex: /^[0-9a-f]+$/,
  base64url: /^[A-Za-z0-9_-]+$/,
  alphanumeric: /^[A-Za-z0-9]+$/,
  symbols: /^[!-~]+$/,
};

test.for(Object.entries(shapes))("%s uses its own characters, as many as requested", async ([alphabet, shape]) => {
  const { text } = await generate(alphabet as Alphabet, 64);
  expect(text).toHaveLength(64);
  expect(text).toMatch(shape);
});

test("symbols leave out characters with a meaning in .env files and shells", async () => {
  const { text } = await generate("symbols", 4_000);
  expect(text).not.toMatch(/["'`$\\\s]/);
});

test("a passphrase has as many words as requested, from the list", async () => {
  const { text } = await generate("passphrase", 6);
  expect(text.split("-")).toHaveLength(6);
  expect(text.split("-").filter((word) => !words.includes(word))).toEqual([]);
});

test("the word list has over 1,024 different short words without a dash", () => {
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBeGreaterThan(1_024);
  expect(words.filter((word) => !/^[a-z]{3,6}$/.test(word))).toEqual([]);
});

test.for([
  ["hex", 64, 256],
  ["base64url", 43, 258],
  ["alphanumeric", 32, 190],
] as const)("%s of %i has %i bits", async ([alphabet, length, bits]) => {
  expect((await generate(alphabet, length)).bits).toBe(bits);
});

test("the default length of every alphabet is beyond offline guessing: 80 bits and more", async () => {
  for (const alphabet of Object.keys(alphabets) as Alphabet[])
    expect((await generate(alphabet, alphabets[alphabet].usual)).bits).toBeGreaterThanOrEqual(80);
});

describe("randomBelow", () => {
  const drawing =
    (...draws: number[]) =>
    () =>
      draws.shift() ?? 0;

  test("discards draws that would favour small numbers", () => {
    // 2 ** 32 is 4,294,967,296: the last whole multiple of 10 below it is 4,294,967,290.
    expect(randomBelow(10, drawing(4_294_967_290, 4_294_967_295, 4_294_967_289))).toBe(9);
  });

  test("keeps every draw for a power of two", () => {
    expect(randomBelow(64, drawing(4_294_967_295))).toBe(63);
  });
});
