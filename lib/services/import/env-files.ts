import type { CreateEnvProject } from "../../contracts/vault/envs";
import type { ImportedFileOutcome, ImportEnvFile, ImportOutcome, ImportResult } from "../../contracts/transfer/import";
import { newRowId } from "../../db/row-id";
import { byName } from "../../db/list-order";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { isSealedSame } from "../doors/disclose/disclose";
import { owned } from "../doors/owned";
import { seal } from "../doors/disclose/seal";
import { keepFormer, valueAfter } from "../doors/change/value";
import { saveEnvFile } from "../envs/env-files";
import { created, done, inBatches, keyOf, orRejected, updated, type Work, writtenAt } from "./work";

type Known = { id: string; name: string; files: { id: string; fileType: string }[] };

async function knownProjects({ ctx }: Work): Promise<Map<string, Known[]>> {
  const rows = await ctx.tx.envProject.findMany({
    where: owned(ctx, "EnvProject"),
    orderBy: [...byName],
    select: { id: true, name: true, files: { where: owned(ctx, "EnvFile"), select: { id: true, fileType: true } } },
  });
  const known = new Map<string, Known[]>();
  for (const row of rows) known.set(row.name, [...(known.get(row.name) ?? []), row]);
  return known;
}

/** Creates those that are missing. One that exists is left as it is. */
export async function importEnvProjects(work: Work, projects: readonly CreateEnvProject[]): Promise<ImportOutcome[]> {
  if (projects.length === 0) return [];
  const known = await knownProjects(work);
  const made = new Map<string, New<"EnvProject">>();
  const outcomes = projects.map(({ name, description }) => {
    if (known.has(name) || made.has(name)) return done("unchanged");
    const id = newRowId();
    made.set(name, { id, name, description: description ?? "" });
    return created(work, id);
  });
  if (!work.preview) await change.createMany(work.ctx, "EnvProject", [...made.values()]);
  return outcomes;
}

const inProject = (outcome: ImportOutcome, projectId: string | null = null): ImportedFileOutcome => ({
  ...outcome,
  projectId,
});

/**
 * Creates what is missing, and gives an existing file the text if it has another one. With the projects that the files
 * needed.
 */
export async function importEnvFiles(
  work: Work,
  files: readonly ImportEnvFile[],
): Promise<{ outcomes: ImportedFileOutcome[]; projects: ImportResult["alsoCreated"]["envProjects"] }> {
  const projects: ImportResult["alsoCreated"]["envProjects"] = [];
  if (files.length === 0) return { outcomes: [], projects };
  const { ctx, preview, now } = work;
  const known = await knownProjects(work);
  const given = new Map<string, string>();

  const projectOf = async (name: string, fileType: string): Promise<Known | undefined> => {
    const named = known.get(name) ?? [];
    const found = named.find(({ files }) => files.some((file) => file.fileType === fileType)) ?? named[0];
    if (found || preview) return found;
    const { id, version } = await change.create(ctx, "EnvProject", { name, description: "" });
    projects.push({ id, name, version });
    const made = { id, name, files: [] };
    known.set(name, [made]);
    return made;
  };

  const importOne = async (file: ImportEnvFile): Promise<ImportOutcome | ImportedFileOutcome> => {
    const { project: name, fileType, content, former = [] } = file;
    const at = writtenAt(file.contentChangedAt, "contentChangedAt", now);
    const before = former.map((one) => ({ ...one, at: writtenAt(one.writtenAt, "writtenAt", now) }));
    const key = keyOf(name, fileType);
    if (given.has(key))
      return given.get(key) === content
        ? done("unchanged")
        : done("rejected", "It is given twice with different texts; the first one counts");
    given.set(key, content);
    const project = await projectOf(name, fileType);
    const standing = project?.files.find((file) => file.fileType === fileType);
    if (standing && project) {
      const row = await ctx.tx.envFile.findFirst({
        where: { id: standing.id, ...owned(ctx, "EnvFile") },
        select: { encryptedContent: true, version: true, valueVersion: true },
      });
      const sealed = row?.encryptedContent;
      if (sealed && isSealedSame(ctx, "EnvFile", { id: standing.id, sealed }, (kept) => kept === content))
        return done("unchanged");
      if (preview) return inProject(done("updated"));
      const saved = await saveEnvFile(ctx, project.id, { fileType, content });
      // Missing if it was deleted a moment ago.
      return inProject(row ? updated(work, { id: standing.id, ...row }) : created(work, saved.file.id), project.id);
    }
    if (preview || !project) return inProject(done("created"));
    const id = newRowId();
    const sealed = (text: string) => seal(ctx, "EnvFile", id, text);
    await change.create(ctx, "EnvFile", {
      id,
      projectId: project.id,
      fileType,
      encryptedContent: sealed(content),
      ...valueAfter(former.length, at),
    });
    await keepFormer(
      ctx,
      "EnvFile",
      { id, valueAt: at },
      before.map(({ content, at }) => ({ sealed: sealed(content), at })),
    );
    return inProject(created(work, id, former.length), project.id);
  };

  const outcomes: ImportedFileOutcome[] = [];
  await inBatches(files, async (some) => {
    for (const file of some) outcomes.push({ projectId: null, ...(await orRejected(() => importOne(file))) });
  });
  return { outcomes, projects };
}
