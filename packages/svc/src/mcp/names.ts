import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import type { EnvProject } from "../../../../lib/contracts/vault/envs";
import { formatReference } from "../../../../lib/dotenv/reference";
import { CliError } from "../cli-error";
import { isSelected, namesOf } from "../variables/variables";
import type { Selection, VaultClient } from "../vault/vault";

/** How many things of each kind are named, and how many env projects are looked into. */
const [namedMax, openedMax] = [100, 20];

export type Query = Selection & { query?: string };

/** What there is by its names. A kind that the key may not list says so in its place. */
export async function findNames(vault: VaultClient, query: Query): Promise<object> {
  const [entries, envProjects, tokens] = await Promise.all([
    orRefusal(async () => cut((await vault.listEntries()).filter(isSelected(query)).map(described), query)),
    orRefusal(async () => cut(await projectsWithNames(vault, query), query)),
    orRefusal(async () =>
      cut(
        (await vault.listTwoFactorTokens()).map(({ service, accountName }) => ({ service, account: accountName })),
        query,
      ),
    ),
  ]);
  return { entries, envProjects, twoFactorTokens: tokens };
}

function described(entry: ListedEntry) {
  const { category, name, environment, fieldNames } = entry;
  const parts = { category: category.name, entry: name, environment: environment ?? null };
  const fields = category.keyType === "group" ? (fieldNames ?? []) : [null];
  return {
    variables: namesOf(entry),
    category: category.name,
    project: name,
    environment: environment ?? null,
    references: fields.map((field) => formatReference({ ...parts, field })),
  };
}

async function projectsWithNames(vault: VaultClient, { project }: Query) {
  const projects = (await vault.listEnvProjects()).filter(({ name }) => project === undefined || name === project);
  const found: { project: string; files: { file: string; variables: string[] }[] | null }[] = [];
  for (const [index, each] of projects.entries())
    found.push({ project: each.name, files: index < openedMax ? await filesOf(vault, each) : null });
  return found;
}

/** The env files of a project with their variables' names, read without revealing them. */
export async function filesOf(
  vault: VaultClient,
  { id }: EnvProject,
): Promise<{ file: string; fileId: string; variables: string[] }[]> {
  const { files } = await vault.getEnvProject(id);
  return Promise.all(
    files.map(async ({ id: fileId, fileType }) => {
      const current = (await vault.listEnvFileVersions(id, fileId)).find((version) => version.current);
      return { file: `.${fileType}`, fileId, variables: current?.variableNames ?? [] };
    }),
  );
}

/** Those that contain the searched text in any of their names, and how many more there are. */
function cut<T extends object>(things: readonly T[], { query }: Query): { found: T[]; more: number } {
  const wanted = query?.toLowerCase();
  const matching = things.filter(
    (thing) => wanted === undefined || JSON.stringify(Object.values(thing)).toLowerCase().includes(wanted),
  );
  return { found: matching.slice(0, namedMax), more: Math.max(0, matching.length - namedMax) };
}

async function orRefusal<T>(look: () => Promise<T>): Promise<T | { refused: string }> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof CliError && error.exitCode === 1) return { refused: error.message };
    throw error;
  }
}
