import { bench, describe } from "vitest";
import { matchLocally, type NamedEntry } from "@/lib/matcher";
import { promptsOf, vault } from "../unit/matcher/prompts/prompts";

/**
 * `npx vitest bench --run --project unit tests/bench`: one round runs all test sentences; the median for a sentence is
 * p50 ÷ their number.
 */
const prompts = promptsOf("held.txt").map(({ prompt }) => prompt);

const vaultClient = (size: number): NamedEntry[] =>
  Array.from({ length: size }, (_, index) => {
    const { category, entry, environment, envVarNames } = vault[index % vault.length] ?? {
      category: "",
      entry: "",
      environment: null,
      envVarNames: [],
    };
    const copy = Math.floor(index / vault.length);
    return { category, entry: copy === 0 ? entry : `${entry}-${copy}`, environment, envVarNames };
  });

describe(`${prompts.length} sentences`, () => {
  for (const size of [200, 1_000, 5_000]) {
    const entries = vaultClient(size);
    bench(`over ${size} entries`, () => prompts.forEach((prompt) => matchLocally(prompt, entries)), { time: 2_000 });
  }
});
