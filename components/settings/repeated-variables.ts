import type { ListedEntry } from "@/lib/contracts/entries";

export type Selection = { project: string; environment: string };

/** The variables that an export of this selection would set more than once, in order; an empty string selects all. */
export function repeatedVariables(entries: readonly ListedEntry[], { project, environment }: Selection): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name, environment: of, category, fieldNames } of entries) {
    if ((project !== "" && name !== project) || (environment !== "" && of !== environment)) continue;
    if (category.keyType !== "simple" && category.keyType !== "group") continue;
    for (const variable of fieldNames ?? [category.envVarName ?? ""])
      (seen.has(variable) ? repeated : seen).add(variable);
  }
  return [...repeated];
}
