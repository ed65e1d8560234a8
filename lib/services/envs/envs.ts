import type { Context } from "../../auth/context";
import type { CreateEnvProject, EnvProject, EnvProjectWithFiles, UpdateEnvProject } from "../../contracts/vault/envs";
import type { Held } from "../../contracts/vault/only-holding";
import type { Precondition } from "../../contracts/precondition";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { toEnvFile } from "./env-files";
import * as change from "../doors/change/change";
import { owned } from "../doors/owned";
import { oneAtATime, inOneTransaction } from "../doors/transaction";
import { changedMeanwhile } from "../versions";
import { instant } from "../../db/instants";
import { byName } from "../../db/list-order";

type EnvProjectRow = {
  id: string;
  userId: string;
  name: string;
  description: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

const withCount = (ctx: Context) => ({ _count: { select: { files: { where: owned(ctx, "EnvFile") } } } });

const toEnvProject = (
  { id, userId, name, description, version, ...row }: EnvProjectRow,
  fileCount: number,
): EnvProject => ({
  id,
  userId,
  name,
  description,
  version,
  fileCount,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

export async function listEnvProjects(ctx: Context, search = ""): Promise<EnvProject[]> {
  const rows = await runtime().db.envProject.findMany({
    where: owned(ctx, "EnvProject"),
    orderBy: [...byName],
    include: withCount(ctx),
  });
  // Compared here rather than with LIKE: databases differ in letter case beyond ASCII, and in the meaning of % and _.
  const wanted = inAnyCase(search);
  return rows.filter(({ name }) => inAnyCase(name).includes(wanted)).map((row) => toEnvProject(row, row._count.files));
}

/** Lower case alone depends on a letter's position in the word (the Greek sigma). Upper case of it does not. */
const inAnyCase = (text: string) => text.toLowerCase().toUpperCase();

export async function getEnvProject(ctx: Context, id: string): Promise<EnvProjectWithFiles> {
  const row = await runtime().db.envProject.findFirst({
    where: { id, ...owned(ctx, "EnvProject") },
    include: { files: { where: owned(ctx, "EnvFile"), orderBy: { fileType: "asc" } } },
  });
  if (!row) throw new AppError("ENV_PROJECT_NOT_FOUND");
  return { ...toEnvProject(row, row.files.length), files: row.files.map(toEnvFile) };
}

/** With `ifNoneMatch`, creates the project only if there is none with this name. */
export async function createEnvProject(
  ctx: Context,
  { name, description }: CreateEnvProject,
  { ifNoneMatch }: Precondition = {},
): Promise<EnvProject> {
  const create = async (ctx: Context) =>
    toEnvProject(await change.create(ctx, "EnvProject", { name, description: description ?? "" }), 0);
  if (!ifNoneMatch) return create(ctx);
  return oneAtATime(ctx, async (ctx) => {
    const standing = await ctx.tx.envProject.findFirst({
      where: { ...owned(ctx, "EnvProject"), name },
      orderBy: [...byName],
    });
    if (standing) throw changedMeanwhile(standing);
    return create(ctx);
  });
}

export function updateEnvProject(
  ctx: Context,
  id: string,
  { name, description }: UpdateEnvProject,
  precondition: Precondition = {},
): Promise<EnvProject> {
  return inOneTransaction(ctx, async (ctx) => {
    const changes = { name, description: description === null ? "" : description };
    const row = await change.update(ctx, "EnvProject", { id }, changes, precondition);
    return toEnvProject(row, await ctx.tx.envFile.count({ where: { projectId: id, ...owned(ctx, "EnvFile") } }));
  });
}

/** With all files of the project, or only if they are all among `held`. */
export const deleteEnvProject = (ctx: Context, id: string, precondition?: Precondition, held?: Held): Promise<void> =>
  change.remove(ctx, "EnvProject", { id }, precondition, held);
