import type { ListedEntry } from "../../contracts/vault/entries";

/** The variables that an entry sets where it is exported. A document or an SSH key sets none. */
export const variablesOf = ({
  fieldNames,
  category: { keyType, envVarName },
}: Pick<ListedEntry, "fieldNames"> & { category: Pick<ListedEntry["category"], "keyType" | "envVarName"> }): string[] =>
  fieldNames ?? (keyType === "simple" && envVarName ? [envVarName] : []);
