import type { ImportedFileOutcome, ImportOutcome, ImportResult } from "@/lib/contracts/transfer/import";
import type { Imported } from "@/lib/import";

/** What an import created or updated, with what takes it back. */
export type Made = {
  kind: "entry" | "twoFactor" | "envFile" | "category" | "envProject";
  id: string;
  /** For people. */ name: string;
  version: number;
  isUpdated: boolean;
  formerVersion: number | null;
  projectId?: string | null;
  /** The request to take it back was sent, and no answer came. */ isUnanswered?: true;
};

type Result = Pick<ImportResult, "entries" | "twoFactor" | "alsoCreated"> & {
  categories: ImportOutcome[];
  envProjects: ImportOutcome[];
  envFiles: ImportedFileOutcome[];
};

/** Each thing once: several variables may have gone into one group. */
export function madeBy({ entries, twoFactor, whole }: Imported, result: Result): Made[] {
  const made = new Map<string, Made>();
  const add = (
    kind: Made["kind"],
    name: string,
    outcome: (ImportOutcome & { projectId?: string | null }) | undefined,
  ) => {
    if (!outcome || outcome.id === null || outcome.version === null) return;
    const { id, version, formerVersion, projectId = null, action } = outcome;
    made.set(id, { ...{ kind, id, name, version, formerVersion, projectId }, isUpdated: action === "updated" });
  };
  entries.forEach(({ category, envVarName, name, environment }, at) => {
    const outcome = result.entries[at];
    const place = environment ? `${name} (${environment})` : name;
    // Of several that went into one group, only its own name tells what is taken back.
    const isShared = typeof outcome?.id === "string" && made.has(outcome.id);
    add("entry", `${isShared ? outcome.category : (envVarName ?? category)} for ${place}`, outcome);
  });
  twoFactor.forEach(({ service, accountName }, at) =>
    add("twoFactor", `${service}, ${accountName}`, result.twoFactor[at]),
  );
  whole?.envFiles.forEach(({ project, fileType }, at) =>
    add("envFile", `.${fileType} of ${project}`, result.envFiles[at]),
  );
  const category = (name: string) => `the category ${name}`;
  const project = (name: string) => `the env project ${name}`;
  whole?.categories.forEach(({ name }, at) => add("category", category(name), result.categories[at]));
  whole?.envProjects.forEach(({ name }, at) => add("envProject", project(name), result.envProjects[at]));
  const created = { isUpdated: false, formerVersion: null };
  for (const { id, name, version } of result.alsoCreated.categories)
    made.set(id, { kind: "category", id, name: category(name), version, ...created });
  for (const { id, name, version } of result.alsoCreated.envProjects)
    made.set(id, { kind: "envProject", id, name: project(name), version, ...created });
  return [...made.values()];
}
