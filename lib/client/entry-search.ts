import type { ListedEntry } from "../contracts/vault/entries";
import type { Environment } from "../contracts/primitives";

/** What people call an environment. Its name's beginning is found by itself. */
const environmentWords: Record<Environment, string> = {
  development: "development",
  staging: "staging stage stg",
  production: "production prd",
};

/** What a search of entries looks through: the same in the list and in the palette. */
export const entrySearchText = ({ name, category, environment, fieldNames, notes }: ListedEntry): string =>
  [category.envVarName, name, category.name, ...(fieldNames ?? []), environment && environmentWords[environment], notes]
    .filter(Boolean)
    .join("\n")
    .toLowerCase();

/** The words of a search. */
export const searchWords = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word occurs in a text of lower case. */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
