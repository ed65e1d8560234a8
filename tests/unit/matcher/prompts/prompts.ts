import { readFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "@/lib/contracts/primitives";
import type { NamedEntry } from "@/lib/matcher";

/**
 * A company's vault of 200 entries, and sentences over it with everything that a person would expect of each. They were
 * written before the matcher was tuned: `tuning` was used for that; `held` was only ever measured.
 */
const environments: Record<string, Environment | null> = {
  dev: "development",
  stg: "staging",
  prod: "production",
  any: null,
};

const linesOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
const partsOf = (line: string) => line.split("|").map((part) => part.trim());
const listOf = (part = "") =>
  part
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

export const vault: readonly (NamedEntry & { short: string })[] = linesOf("vault.txt").flatMap((line) => {
  const [category = "", entry = "", places = "", variables = ""] = partsOf(line);
  return places.split(" ").map((place) => ({
    short: `${category}/${entry}/${place}`,
    category,
    entry,
    environment: environments[place] ?? null,
    envVarNames: variables.split(" "),
  }));
});

export type Prompt = { prompt: string; expected: Set<string>; alsoRight: Set<string>; missing: string[] };

export const promptsOf = (file: "held.txt" | "tuning.txt"): Prompt[] =>
  linesOf(file).map((line) => {
    const [prompt = "", expected, alsoRight, missing] = partsOf(line);
    return {
      prompt,
      expected: select(listOf(expected)),
      alsoRight: select(listOf(alsoRight)),
      missing: listOf(missing),
    };
  });

/** Entries by `category/project/environment`, each part a name or `*`. Throws for a pattern that names nothing. */
function select(patterns: readonly string[]): Set<string> {
  return new Set(
    patterns.flatMap((pattern) => {
      const wanted = pattern.split("/");
      const found = vault.filter(({ short }) =>
        short.split("/").every((part, index) => wanted[index] === "*" || wanted[index] === part),
      );
      if (found.length === 0) throw new Error(`No entry is ${pattern}`);
      return found.map(({ short }) => short);
    }),
  );
}
