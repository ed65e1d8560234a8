import { variablesOf } from "@/lib/client/entries/variables-of";
import type { ListedEntry } from "@/lib/contracts/vault/entries";

export type Selection = { project: string; environment: string };

/**
 * The variables that an export of this selection would set more than once, in order; an empty string selects all, and the
 * environment `none` the entries without one.
 */
export function repeatedVariables(entries: readonly ListedEntry[], { project, environment }: Selection): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const entry of entries) {
    const isSelected =
      (project === "" || entry.name === project) &&
      (environment === "" || (entry.environment ?? "none") === environment);
    if (!isSelected) continue;
    for (const variable of variablesOf(entry)) (seen.has(variable) ? repeated : seen).add(variable);
  }
  return [...repeated];
}
