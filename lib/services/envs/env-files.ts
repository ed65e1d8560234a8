import type { Context } from "../../auth/context";
import type { EnvFile, EnvFileType, RevealedEnvFile, SaveEnvFile } from "../../contracts/vault/envs";
import type { Precondition } from "../../contracts/precondition";
import { isMissingParent, isUniqueViolation } from "../../db/failures";
import { holdEnvProject } from "../../db/transactions/isolation";
import { findSealedEnvFile } from "../../db/queries/vault/env-files";
import { newRowId } from "../../db/row-id";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { disclose } from "../doors/disclose/disclose";
import { assertNewInside } from "../doors/inside";
import { findOwned, owned, owner } from "../doors/owned";
import { seal } from "../doors/disclose/seal";
import { fileSubject } from "../doors/subjects";
import { inOneTransaction } from "../doors/transaction";
import { changedMeanwhile, holds } from "../versions";
import { instant } from "../../db/instants";

type EnvFileRow = {
  id: string;
  projectId: string;
  fileType: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

export const toEnvFile = ({ id, projectId, fileType, createdAt, updatedAt, version }: EnvFileRow): EnvFile => ({
  id,
  projectId,
  fileType: fileType as EnvFileType,
  createdAt: instant(createdAt),
  updatedAt: instant(updatedAt),
  version,
});

const attemptsMax = 20;

/** Creates or replaces the project's only file of this type. The precondition applies to the file, not the project. */
export async function saveEnvFile(
  ctx: Context,
  projectId: string,
  { fileType, content }: SaveEnvFile,
  precondition: Precondition = {},
): Promise<{ created: boolean; file: EnvFile }> {
  const sealed = (id: string) => ({ encryptedContent: seal(ctx, "EnvFile", id, content) });
  // Another save or delete may come between the look-up and the write. Then look again: only each single step is
  // atomic.
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const project = await (ctx.tx ?? runtime().db).envProject.findFirst({
      where: { id: projectId, ...owned(ctx, "EnvProject") },
      select: { files: { where: { fileType, trashId: null }, select: { id: true, version: true } } },
    });
    if (!project) throw new AppError("ENV_PROJECT_NOT_FOUND");
    assertNewInside(ctx, "EnvFile", { fileType });
    const [existing] = project.files;
    if (!holds(precondition, existing?.version)) throw changedMeanwhile(existing);
    if (existing) {
      const { id } = existing;
      const row = await change.updateIfThere(ctx, "EnvFile", { id }, sealed(id), precondition);
      if (row) return { created: false, file: toEnvFile(row) };
      continue;
    }
    const id = newRowId();
    try {
      return { created: true, file: toEnvFile(await create(ctx, { id, projectId, fileType, ...sealed(id) })) };
    } catch (error) {
      if (isMissingParent(error)) throw new AppError("ENV_PROJECT_NOT_FOUND");
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new AppError("UNAVAILABLE", { headers: { "Retry-After": "1" } });
}

/** Throws ENV_PROJECT_NOT_FOUND if the project was deleted or given to another vault meanwhile. */
const create = (ctx: Context, row: New<"EnvFile">) =>
  inOneTransaction(ctx, async (ctx) => {
    const project = { id: row.projectId, ...owner(ctx) };
    await holdEnvProject(ctx.tx, runtime().databaseKind, project);
    if (!(await ctx.tx.envProject.findFirst({ where: { ...project, trashId: null }, select: { id: true } })))
      throw new AppError("ENV_PROJECT_NOT_FOUND");
    return change.create(ctx, "EnvFile", row);
  });

export const deleteEnvFile = (
  ctx: Context,
  projectId: string,
  id: string,
  precondition?: Precondition,
): Promise<void> => change.remove(ctx, "EnvFile", { id, projectId }, precondition);

/** The plain content and its version. */
export async function revealEnvFile(
  ctx: Context,
  projectId: string,
  id: string,
): Promise<RevealedEnvFile & { version: number }> {
  const row = await findOwned(ctx, findSealedEnvFile, { id, projectId });
  if (!row) throw new AppError("ENV_FILE_NOT_FOUND");
  const content = await disclose(ctx, "EnvFile", { id, sealed: row.encryptedContent }, (text) => text, {
    action: "env-file.reveal",
    subject: fileSubject({ id, ...row }),
  });
  return { id, projectId, fileType: row.fileType as EnvFileType, content, version: row.version };
}
