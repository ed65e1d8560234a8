import type { Context } from "../../auth/context";
import type { EnvFile, EnvFileType, RevealedEnvFile } from "../../contracts/vault/envs";
import type { Precondition } from "../../contracts/precondition";
import type { EnvFileVersion } from "../../contracts/vault/versions";
import { holdRow } from "../../db/transactions/isolation";
import { findSealedEnvFile } from "../../db/queries/vault/env-files";
import { instant } from "../../db/instants";
import { assignmentsIn } from "../../dotenv/assignments";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { yieldToEventLoop } from "../../event-loop";
import { readActor } from "../doors/actor";
import * as change from "../doors/change/change";
import { readSealed } from "../doors/disclose/disclose";
import { findOwned, owned, owner } from "../doors/owned";
import { sealAgain } from "../doors/disclose/seal-again";
import { fileSubject } from "../doors/subjects";
import { inOneTransaction } from "../doors/transaction";
import { reachedVersions } from "../doors/change/value";
import { toEnvFile } from "./env-files";
import { discloseVersion } from "../former-values";
import { changedMeanwhile, holds } from "../versions";

type Which = { projectId: string; id: string };

/** Each name once, in the order of the text. */
const variableNamesIn = (text: string): string[] => [...new Set(assignmentsIn(text).map(({ name }) => name))];

/** Nobody learns a value by its name; a text that can't be decrypted has none. */
const variableNames = (ctx: Context, id: string, sealed: Uint8Array | undefined): string[] =>
  (sealed && readSealed(ctx, "EnvFile", { id, sealed }, variableNamesIn)) ?? [];

/** The newest first, which is the current one. */
export async function listEnvFileVersions(ctx: Context, { projectId, id }: Which): Promise<EnvFileVersion[]> {
  const { db } = runtime();
  const row = await db.envFile.findFirst({
    where: { id, projectId, ...owned(ctx, "EnvFile") },
    omit: { encryptedContent: false },
  });
  if (!row) throw new AppError("ENV_FILE_NOT_FOUND");
  const former = await db.envFileVersion.findMany({
    // Only those before it: another save may have come in between.
    where: { fileId: id, ...owner(ctx), ...reachedVersions(ctx), version: { lt: row.valueVersion } },
    orderBy: { version: "desc" },
  });
  const versions: EnvFileVersion[] = [
    {
      version: row.valueVersion,
      createdAt: instant(row.valueAt ?? row.createdAt),
      by: readActor(row.valueBy),
      current: true,
      variableNames: variableNames(ctx, id, row.encryptedContent),
    },
  ];
  for (const { id: versionId, version, createdAt, writtenBy } of former) {
    // Each may have a megabyte: one at a time, and others in between.
    await yieldToEventLoop();
    const stored = await db.envFileVersion.findFirst({
      where: { id: versionId, ...owner(ctx) },
      select: { encryptedContent: true },
    });
    versions.push({
      version,
      createdAt: instant(createdAt),
      by: readActor(writtenBy),
      current: false,
      variableNames: variableNames(ctx, id, stored?.encryptedContent),
    });
  }
  return versions;
}

/** The plain text that the file had at a version. */
export async function revealEnvFileVersion(
  ctx: Context,
  { projectId, id }: Which,
  version: number,
): Promise<RevealedEnvFile & { version: number }> {
  const row = await findOwned(ctx, findSealedEnvFile, { id, projectId });
  if (!row) throw new AppError("ENV_FILE_NOT_FOUND");
  const isCurrent = version === row.valueVersion;
  const held = isCurrent
    ? row
    : await runtime().db.envFileVersion.findFirst({
        where: { fileId: id, version, ...owner(ctx), ...reachedVersions(ctx) },
        select: { encryptedContent: true, valueId: true },
      });
  const content = await discloseVersion(ctx, "EnvFile", id, held?.encryptedContent, (text) => text, {
    action: isCurrent ? "env-file.reveal" : "env-file.reveal-version",
    subject: fileSubject({ id, ...row, valueId: held?.valueId ?? null }),
  });
  return { id, projectId, fileType: row.fileType as EnvFileType, content, version };
}

/** Makes a former text the current one. Nothing changes if it is the current one. */
export function restoreEnvFileVersion(
  ctx: Context,
  { projectId, id }: Which,
  version: number,
  precondition: Precondition = {},
): Promise<EnvFile> {
  return inOneTransaction(ctx, async (ctx) => {
    await holdRow(ctx.tx, runtime().databaseKind, "EnvFile", { id, ...owner(ctx) });
    const row = await ctx.tx.envFile.findFirst({ where: { id, projectId, ...owned(ctx, "EnvFile") } });
    if (!row) throw new AppError("ENV_FILE_NOT_FOUND");
    const former = await ctx.tx.envFileVersion.findFirst({
      where: { fileId: id, version, ...owner(ctx), ...reachedVersions(ctx) },
      omit: { encryptedContent: false },
    });
    // Another version may have the same value, having been made from this one.
    if (version === row.valueVersion || former?.valueId === row.valueId) {
      if (!holds(precondition, row.version)) throw changedMeanwhile(row);
      return toEnvFile(row);
    }
    const encryptedContent = former && sealAgain(ctx, ctx, "EnvFile", { id, sealed: former.encryptedContent });
    if (!encryptedContent) throw new AppError("VERSION_NOT_FOUND");
    const { valueId } = former;
    return toEnvFile(
      await change.update(
        ctx,
        "EnvFile",
        { id },
        { encryptedContent, valueId },
        precondition,
        "env-file.restore-version",
      ),
    );
  });
}
