import { variablesOf } from "@/lib/client/variables-of";
import type { ListedEntry } from "@/lib/contracts/entries";

export type Selection = { project: string; environment: string };

/** The variables that an export of this selection would set more than once, in order; an empty string selects all. */
export function repeatedVariables(entries: readonly ListedEntry[], { project, environment }: Selection): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const entry of entries) {
    if ((project !== "" && entry.name !== project) || (environment !== "" && entry.environment !== environment))
      continue;
    for (const variable of variablesOf(entry)) (seen.has(variable) ? repeated : seen).add(variable);
  }
  return [...repeated];
}
