import { requireScope } from "../../auth/grants/authorize";
import type { Context } from "../../auth/context";
import type { EnvFileType, RevealedEnvFile } from "../../contracts/vault/envs";
import type { ResolvedVariables, ResolveEnvProject } from "../../contracts/vault/references";
import { findSealedEnvFile } from "../../db/queries/vault/env-files";
import { assignmentsIn, unreadReferencesIn } from "../../dotenv/assignments";
import { findReferences } from "../../dotenv/find-references";
import { isBlankAfter, misleadingNode } from "../../dotenv/node-blanks";
import { isReference } from "../../dotenv/reference";
import { firstMisread, replaceValues, writtenLike } from "../../dotenv/replace-values";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { readSealed } from "../doors/disclose/disclose";
import { findOwned, owned } from "../doors/owned";
import { unresolvedReferences } from "./reference-targets";
import { type Assignment, openResolved, type Resolved, type StoredFile } from "./resolved-values";

/*
 * Env files with the values of entries instead of the references to them.
 */

/** An env file with its references resolved; every byte outside of them is as it was. */
export async function revealResolvedFile(
  ctx: Context,
  projectId: string,
  id: string,
): Promise<RevealedEnvFile & { version: number }> {
  requireScope(ctx.caller, "entries:reveal", ", which resolving references needs");
  const row = await findOwned(ctx, findSealedEnvFile, { id, projectId });
  if (!row) throw new AppError("ENV_FILE_NOT_FOUND");
  const fileType = row.fileType as EnvFileType;
  const file = { ...row, id, fileType };
  const { referring, unread, beforeBlanks } = readPlaces(ctx, file);
  const opened = await openResolved(ctx, {
    files: [file],
    referring,
    unread,
    fits: (value, { line }) => writtenLike("", value, beforeBlanks.has(line)) !== null,
  });
  const content = textOf(opened);
  await opened.flushRecords();
  return { id, projectId, fileType, content, version: row.version };
}

/** The file with the values in their places. Throws UNRESOLVED_REFERENCES if one ends a quote that is open above it. */
function textOf({ texts: [text = ""], values: found }: Resolved): string {
  if (found.length === 0) return text;
  const values = new Map(found.map(({ line, value }) => [line, value]));
  const { text: replaced } = replaceValues(text, values);
  const misread = firstMisread(text, replaced, values) ?? Infinity;
  const first = found.find(({ line }) => line >= misread);
  if (!first) return replaced;
  const { fileType, line, name } = first;
  throw unresolvedReferences([{ fileType, line, name, reason: "unwritable" }], { withFiles: false });
}

/**
 * A project's variables for an environment, merged as Next does: the last assignment of the last file
 * counts. One that does not count is not resolved. There is no file for staging.
 */
export async function resolveEnvProject(
  ctx: Context,
  id: string,
  { environment, local = false }: ResolveEnvProject,
): Promise<ResolvedVariables> {
  const files = await readFiles(ctx, id, ["env", `env.${environment}`, ...(local ? ["env.local"] : [])]);
  const read = files.map((file) => readAssignments(ctx, file));
  const referring = merged(read.map(({ assignments }) => assignments)).filter(({ value }) => isReference(value));
  const unread = read.flatMap((file) => file.unread);
  const opened = await openResolved(ctx, { files, referring, unread, fits: () => true });
  const resolved = new Map(opened.values.map(({ name, ...rest }) => [name, rest]));
  const texts = files.map(({ fileType }, index) => assignmentsOf(fileType, opened.texts[index] ?? ""));
  const variables = merged(texts).map(({ name, value, fileType, line }) => {
    const found = resolved.get(name);
    return { name, value, source: { fileType, line }, ...(found && { value: found.value, entryId: found.entryId }) };
  });
  await opened.flushRecords();
  return { variables };
}

/** Those of a project's files that the caller reaches, in the order of the types. */
async function readFiles(ctx: Context, id: string, types: readonly string[]): Promise<StoredFile[]> {
  const project = await runtime().db.envProject.findFirst({
    where: { id, ...owned(ctx, "EnvProject") },
    select: {
      name: true,
      files: {
        where: { ...owned(ctx, "EnvFile"), fileType: { in: [...types] } },
        select: { id: true, fileType: true, encryptedContent: true, valueId: true },
      },
    },
  });
  if (!project) throw new AppError("ENV_PROJECT_NOT_FOUND");
  return project.files
    .map((file) => ({ ...file, fileType: file.fileType as EnvFileType, project: project.name }))
    .sort((one, other) => types.indexOf(one.fileType) - types.indexOf(other.fileType));
}

/** Where an env file's references stand; `unread` are those in lines that npm dotenv and `util.parseEnv` read in different ways. */
type Places = { referring: Assignment[]; unread: Assignment[]; beforeBlanks: ReadonlySet<number> };

const readPlaces = (ctx: Context, { id, fileType, encryptedContent }: StoredFile): Places =>
  readSealed(ctx, "EnvFile", { id, sealed: encryptedContent }, (text) => {
    const found = findReferences(text);
    const isMisleading = misleadingNode(text);
    const misread = new Set(found.filter(({ from }) => isMisleading(from)));
    const inFile = ({ line, name, value }: Omit<Assignment, "fileType">) => ({ fileType, line, name, value });
    return {
      referring: found.filter((one) => !misread.has(one)).map(inFile),
      unread: [...misread, ...unreadReferencesIn(text)].map(inFile),
      beforeBlanks: new Set(found.filter(({ to }) => isBlankAfter(text, to)).map(({ line }) => line)),
    };
  }) ?? { referring: [], unread: [], beforeBlanks: new Set() };

type Read = { assignments: Assignment[]; unread: Assignment[] };

/** For the vault itself, which looks where the references lead. Nothing for a text that can't be decrypted. */
const readAssignments = (ctx: Context, { id, fileType, encryptedContent }: StoredFile): Read =>
  readSealed(ctx, "EnvFile", { id, sealed: encryptedContent }, (text) => ({
    assignments: assignmentsOf(fileType, text),
    unread: unreadReferencesIn(text).map((assignment) => ({ fileType, ...assignment })),
  })) ?? { assignments: [], unread: [] };

const assignmentsOf = (fileType: EnvFileType, text: string): Assignment[] =>
  assignmentsIn(text).map((assignment) => ({ fileType, ...assignment }));

/** Each name's last assignment, in the order in which the names first appear. */
function merged(files: readonly Assignment[][]): Assignment[] {
  const last = new Map<string, Assignment>();
  for (const assignments of files) for (const assignment of assignments) last.set(assignment.name, assignment);
  return [...last.values()];
}
