import type { Caller } from "../auth/caller";
import type { CreateEnvProject, EnvProject, EnvProjectWithFiles, UpdateEnvProject } from "../contracts/envs";
import type { Precondition } from "../contracts/precondition";
import { lockAccount } from "../db/isolation";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { toWire as fileToWire } from "./env-files";
import { changedMeanwhile, meantFor, nextVersion, notWritten } from "./versions";
import { byName, instant } from "../db/wire";

type Row = {
  id: string;
  userId: string;
  name: string;
  description: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  _count: { files: number };
};

const withCount = { _count: { select: { files: true } } } as const;

const toWire = ({ _count, ...row }: Row): EnvProject => ({
  ...row,
  fileCount: _count.files,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

export async function listEnvProjects({ userId }: Caller, search = ""): Promise<EnvProject[]> {
  const rows = await runtime().db.envProject.findMany({ where: { userId }, orderBy: [...byName], include: withCount });
  // Compared here, not by LIKE: databases differ on letter case beyond ASCII and on what % and _ mean.
  const wanted = inAnyCase(search);
  return rows.filter(({ name }) => inAnyCase(name).includes(wanted)).map(toWire);
}

/** Lower case alone differs by a letter's place in the word (the Greek sigma); upper case of it does not. */
const inAnyCase = (text: string) => text.toLowerCase().toUpperCase();

export async function getEnvProject({ userId }: Caller, id: string): Promise<EnvProjectWithFiles> {
  const row = await runtime().db.envProject.findFirst({
    where: { id, userId },
    include: { ...withCount, files: { orderBy: { fileType: "asc" } } },
  });
  if (!row) throw new AppError("ENV_PROJECT_NOT_FOUND");
  return { ...toWire(row), files: row.files.map(fileToWire) };
}

/** With `ifNoneMatch` only if there is none of this name. */
export async function createEnvProject(
  { userId }: Caller,
  { name, description }: CreateEnvProject,
  { ifNoneMatch }: Precondition = {},
): Promise<EnvProject> {
  const { db, databaseKind } = runtime();
  const project = { data: { userId, name, description: description ?? "" }, include: withCount };
  if (!ifNoneMatch) return toWire(await db.envProject.create(project));
  return db.$transaction(async (tx) => {
    await lockAccount(tx, databaseKind, userId);
    const standing = await tx.envProject.findFirst({ where: { userId, name }, orderBy: [...byName] });
    if (standing) throw changedMeanwhile(standing);
    return toWire(await tx.envProject.create(project));
  });
}

export function updateEnvProject(
  { userId }: Caller,
  id: string,
  { name, description }: UpdateEnvProject,
  precondition: Precondition = {},
): Promise<EnvProject> {
  return runtime().db.$transaction(async (tx) => {
    const data = { name, description: description === null ? "" : description, version: nextVersion };
    const { count } = await tx.envProject.updateMany({ where: { id, userId, ...meantFor(precondition) }, data });
    if (count === 0)
      throw notWritten(await tx.envProject.findFirst({ where: { id, userId } }), "ENV_PROJECT_NOT_FOUND");
    return toWire(await tx.envProject.findUniqueOrThrow({ where: { id }, include: withCount }));
  });
}

/** Takes all files of the project with it. */
export async function deleteEnvProject({ userId }: Caller, id: string, precondition: Precondition = {}): Promise<void> {
  const { db } = runtime();
  const { count } = await db.envProject.deleteMany({ where: { id, userId, ...meantFor(precondition) } });
  if (count === 0) throw notWritten(await db.envProject.findFirst({ where: { id, userId } }), "ENV_PROJECT_NOT_FOUND");
}
