import { environments } from "@/lib/client/words/labels";
import { inNameOrder } from "@/lib/client/words/name-order";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";
import { tableOf } from "./variables/variables";

export type Project = {
  name: string;
  variables: number;
  /** Those that its entries name, in their order. */ environments: Environment[];
  envProjects: EnvProject[];
};

/** Every name that entries or env projects have, in order. */
export function projectsOf(entries: readonly ListedEntry[], envProjects: readonly EnvProject[]): Project[] {
  const byName = new Map<string, { entries: ListedEntry[]; envProjects: EnvProject[] }>();
  const at = (name: string) => {
    const found = byName.get(name) ?? { entries: [], envProjects: [] };
    byName.set(name, found);
    return found;
  };
  for (const entry of entries) at(entry.name).entries.push(entry);
  for (const project of envProjects) at(project.name).envProjects.push(project);
  const projects = [...byName].map(([name, own]) => {
    const { rows, used } = tableOf(own.entries);
    const named = environments.filter((environment) => used.has(environment));
    return { name, variables: rows.length, environments: named, envProjects: own.envProjects };
  });
  return inNameOrder(projects, ({ name }) => name);
}

/** "1 variable", "12 variables" */
export const variablesText = (count: number): string =>
  count === 1 ? "1 variable" : count === 0 ? "No variables" : `${count} variables`;
