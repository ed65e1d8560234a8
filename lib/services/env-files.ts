import type { Caller } from "../auth/caller";
import type { EnvFile, EnvFileType, RevealedEnvFile, SaveEnvFile } from "../contracts/envs";
import type { Precondition } from "../contracts/precondition";
import { sealedIn } from "../crypto/sealed-columns";
import { isMissingParent, isUniqueViolation } from "../db/failures";
import { findSealedEnvFile } from "../db/queries/env-files";
import { newRowId } from "../db/row-id";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { noteUndecryptable } from "./undecryptable";
import { changedMeanwhile, holds, meantFor, nextVersion, notWritten } from "./versions";
import { instant } from "../db/wire";

type Row = { id: string; projectId: string; fileType: string; createdAt: Date; updatedAt: Date; version: number };

export const toWire = ({ id, projectId, fileType, createdAt, updatedAt, version }: Row): EnvFile => ({
  id,
  projectId,
  fileType: fileType as EnvFileType,
  createdAt: instant(createdAt),
  updatedAt: instant(updatedAt),
  version,
});

const attemptsMax = 20;

/** Saves the one file of its type: replaces the stored one or makes it. The precondition is that file's, not the project's. */
export async function saveEnvFile(
  { userId }: Caller,
  projectId: string,
  { fileType, content }: SaveEnvFile,
  precondition: Precondition = {},
): Promise<{ created: boolean; file: EnvFile }> {
  const { db, vault } = runtime();
  const seal = (rowId: string) => vault.seal(content, sealedIn("EnvFile", rowId, userId));
  // Another save or delete may come between looking and writing: then look again. Each step alone is atomic.
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const project = await db.envProject.findFirst({
      where: { id: projectId, userId },
      select: { files: { where: { fileType }, select: { id: true, version: true } } },
    });
    if (!project) throw new AppError("ENV_PROJECT_NOT_FOUND");
    const [existing] = project.files;
    if (!holds(precondition, existing?.version)) throw changedMeanwhile(existing);
    if (existing) {
      const [row] = await db.envFile.updateManyAndReturn({
        where: { id: existing.id, userId, ...meantFor(precondition) },
        data: { encryptedContent: seal(existing.id), version: nextVersion },
      });
      if (row) return { created: false, file: toWire(row) };
      continue;
    }
    const id = newRowId();
    try {
      return {
        created: true,
        file: toWire(
          await db.envFile.create({ data: { id, userId, projectId, fileType, encryptedContent: seal(id) } }),
        ),
      };
    } catch (error) {
      if (isMissingParent(error)) throw new AppError("ENV_PROJECT_NOT_FOUND");
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new AppError("UNAVAILABLE", { headers: { "Retry-After": "1" } });
}

export async function deleteEnvFile(
  { userId }: Caller,
  projectId: string,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  const { db } = runtime();
  const { count } = await db.envFile.deleteMany({ where: { id, projectId, userId, ...meantFor(precondition) } });
  if (count === 0)
    throw notWritten(await db.envFile.findFirst({ where: { id, projectId, userId } }), "ENV_FILE_NOT_FOUND");
}

/** The plain content, and which version that is. What does not open is answered as if it were not there, and logged. */
export async function revealEnvFile(
  { userId }: Caller,
  projectId: string,
  id: string,
): Promise<RevealedEnvFile & { version: number }> {
  const { reads, vault } = runtime();
  const row = await reads.get(findSealedEnvFile, { id, projectId, userId });
  if (!row) throw new AppError("ENV_FILE_NOT_FOUND");
  try {
    return {
      id,
      projectId,
      fileType: row.fileType as EnvFileType,
      content: vault.open(row.encryptedContent, sealedIn("EnvFile", id, userId)),
      version: row.version,
    };
  } catch (error) {
    noteUndecryptable("EnvFile", id, error);
    throw new AppError("ENV_FILE_NOT_FOUND");
  }
}
