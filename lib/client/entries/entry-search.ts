import type { ListedEntry } from "../../contracts/vault/entries";
import type { Environment } from "../../contracts/primitives";

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
