import type { ListedEntry } from "../contracts/entries";

/** The variables that an entry sets where it is exported. A document or an SSH key sets none. */
export const variablesOf = ({
  fieldNames,
  category: { keyType, envVarName },
}: Pick<ListedEntry, "fieldNames" | "category">): string[] =>
  fieldNames ?? (keyType === "simple" && envVarName ? [envVarName] : []);
