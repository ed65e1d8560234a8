import type { Subject } from "../../auth/activity/activity";
import { environmentOfFile } from "../../auth/grants/bounds";
import type { EnvFileType } from "../../contracts/vault/envs";
import { publicNameOfLink } from "../../crypto/tokens/token";
import type { Tx } from "../../db/client";
import { allIn } from "../../db/queries/in-transaction";
import * as queries from "../../db/queries/vault/subjects";
import { runtime } from "../../runtime";
import { slicesOf } from "../../slices";

/*
 * What activity records call the things of a vault, and where those lie.
 */

type Named = { id: string; name: string };

const named = (...parts: (string | null)[]): string => parts.filter((part) => part !== null && part !== "").join(" · ");

export const entrySubject = (entry: {
  id: string;
  category: string;
  name: string;
  environment: string | null;
  valueId?: string | null;
}): Subject => ({
  kind: "entry",
  id: entry.id,
  name: named(entry.category, entry.name, entry.environment),
  project: entry.name,
  environment: entry.environment ?? "none",
  valueId: entry.valueId ?? null,
});

export const fileSubject = (file: {
  id: string;
  project: string;
  fileType: string;
  valueId?: string | null;
}): Subject => ({
  kind: "env-file",
  id: file.id,
  name: named(file.project, `.${file.fileType}`),
  project: file.project,
  environment: environmentOfFile(file.fileType as EnvFileType),
  valueId: file.valueId ?? null,
});

export const tokenSubject = (token: {
  id: string;
  service: string;
  accountName: string;
  valueId?: string | null;
}): Subject => ({
  kind: "two-factor-token",
  id: token.id,
  name: named(token.service, token.accountName),
  valueId: token.valueId ?? null,
});

const categorySubject = ({ id, name }: Named): Subject => ({ kind: "category", id, name });
const projectSubject = ({ id, name }: Named): Subject => ({ kind: "env-project", id, name, project: name });
export const teamSubject = ({ id, name }: Named): Subject => ({ kind: "team", id, name });

/** Not by its id, with which whoever reads the activity could spend its views. */
export const linkSubject = ({ id, hint }: { id: string; hint: string | null }): Subject => ({
  kind: "link",
  id: publicNameOfLink(id),
  name: hint,
});

/** The vault as a whole, or its part of this project, or of that in this environment. */
export const vaultSubject = (project: string | null = null, environment: string | null = null): Subject => ({
  kind: "vault",
  id: null,
  name: project,
  project,
  environment,
});

type Some = { userId: string; ids: readonly string[] };
type Find = (tx: Tx, some: Some) => Promise<Subject[]>;

const finders = {
  KeyCategory: async (tx, some) =>
    (await allIn(tx, runtime().databaseKind, queries.nameCategories, some)).map(categorySubject),
  KeyEntry: async (tx, some) => (await allIn(tx, runtime().databaseKind, queries.nameEntries, some)).map(entrySubject),
  TwoFactorToken: async (tx, some) =>
    (await allIn(tx, runtime().databaseKind, queries.nameTokens, some)).map(tokenSubject),
  EnvProject: async (tx, some) =>
    (await allIn(tx, runtime().databaseKind, queries.nameEnvProjects, some)).map(projectSubject),
  EnvFile: async (tx, some) => (await allIn(tx, runtime().databaseKind, queries.nameEnvFiles, some)).map(fileSubject),
} as const satisfies Record<string, Find>;

export type NamedTable = keyof typeof finders;
export const isNamedTable = (table: string): table is NamedTable => Object.hasOwn(finders, table);

/** What these rows are called as they are in the transaction. */
export async function subjectsIn(tx: Tx, table: NamedTable, { userId, ids }: Some): Promise<Subject[]> {
  const found: Subject[] = [];
  for (const some of slicesOf(ids, queries.namedAtOnce))
    found.push(...(await finders[table](tx, { userId, ids: some })));
  return found;
}
