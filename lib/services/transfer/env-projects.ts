import { slicesOf } from "../../slices";
import * as change from "../doors/change/change";
import { moveFileVersion, moveTrashItem } from "../doors/change/move-along";
import { owned, owner } from "../doors/owned";
import { reseal, sealAgain } from "../doors/disclose/seal-again";
import { assertAll, assertReached, type Move, rowsAtOnce } from "./move";

/** Moves env projects with their files, those in the trash too, and the former texts of these. */
export async function moveEnvProjects(move: Move, ids: string[]): Promise<number> {
  const { from } = move;
  const found: { id: string; name: string }[] = [];
  for (const page of slicesOf(ids, rowsAtOnce)) {
    const where = { id: { in: page }, AND: [owned(from, "EnvProject")] };
    found.push(
      ...(await from.tx.envProject.findMany({ where, select: { id: true, name: true }, orderBy: { id: "asc" } })),
    );
    await move.inTime();
  }
  assertAll(found, ids, "ENV_PROJECT_NOT_FOUND");
  for (const project of found) await moveEnvProject(move, project);
  return found.length;
}

async function moveEnvProject(move: Move, { id: projectId, name }: { id: string; name: string }): Promise<void> {
  const { from, to } = move;
  await change.move(from, to, "EnvProject", { id: projectId, name }, {});
  await move.inTime();
  // Those in the trash too. Each may have a megabyte, so their texts are read one at a time.
  const files = await from.tx.envFile.findMany({
    where: { projectId, ...owner(from) },
    select: { id: true, fileType: true, trashId: true },
  });
  for (const { id, fileType, trashId } of files) {
    const row = await from.tx.envFile.findUniqueOrThrow({ where: { id }, select: { encryptedContent: true } });
    const sealed = row.encryptedContent;
    // What is in the trash is nobody's to see. If it can't be decrypted, it stays so.
    const content =
      trashId === null
        ? reseal(from, to, "EnvFile", { id, sealed })
        : (sealAgain(from, to, "EnvFile", { id, sealed }) ?? sealed);
    await change.move(from, to, "EnvFile", { id, fileType }, { encryptedContent: content });
    if (trashId !== null) await moveTrashItem(from, to, trashId);
    await moveFileVersions(move, id);
    await move.inTime();
  }
}

async function moveFileVersions(move: Move, fileId: string): Promise<void> {
  const { from, to } = move;
  const where = { fileId, ...owner(from) };
  if (from.caller.bounds) assertReached(await from.tx.envFileVersion.count({ where: { ...where, samePlace: 0 } }));
  for (const { id } of await from.tx.envFileVersion.findMany({ where, select: { id: true } })) {
    const row = await from.tx.envFileVersion.findUniqueOrThrow({ where: { id }, select: { encryptedContent: true } });
    const sealed = row.encryptedContent;
    const encryptedContent = sealAgain(from, to, "EnvFile", { id: fileId, sealed }) ?? sealed;
    await moveFileVersion(from, to, id, encryptedContent);
    await move.inTime();
  }
}
