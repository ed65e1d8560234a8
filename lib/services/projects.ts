import { requireScope } from "../auth/grants/authorize";
import type { SessionCaller } from "../auth/caller";
import { writeChange } from "../auth/activity/change-reason";
import type { Context, InTransaction } from "../auth/context";
import { readKeyBounds, storedKeyBounds } from "../auth/grants/key-bounds";
import { assertOwner } from "../auth/grants/membership";
import type { RenamedProject, RenameProject } from "../contracts/vault/projects";
import { type CoveredRow, selectionOf } from "../crypto/macs/covered-columns";
import { isUniqueViolation } from "../db/failures";
import { lockLimits, lockVault } from "../db/transactions/isolation";
import { delegateOf } from "../db/rows";
import { tableNamed } from "../db/tables";
import { AppError, invalidField } from "../errors";
import { runtime } from "../runtime";
import * as change from "./doors/change/change";
import { changeLimits, type Limited, ofVault } from "./doors/change/limits";
import { owned, owner } from "./doors/owned";
import { note } from "./doors/record/record";
import { vaultSubject } from "./doors/subjects";
import { inOneTransaction } from "./doors/transaction";
import { findToRewrite, rewritingWaits } from "./references/rewrite";

type Renaming = { from: string; to: string };
type Ctx = InTransaction<SessionCaller>;

/**
 * Gives a project another name wherever it stands, in one transaction. What is in the trash keeps the former one, but for
 * references in env files. Throws
 * PROJECT_NOT_FOUND; PROJECT_EXISTS unless it may merge; ENV_FILE_TAKEN if both have an env file of one type;
 * TEAM_OWNER_REQUIRED if a merge would give others what they are kept from, and only an owner may do that.
 */
export async function renameProject(
  ctx: Context<SessionCaller>,
  { merge = false, ...renaming }: RenameProject,
): Promise<RenamedProject> {
  for (const scope of ["entries:write", "envs:write"] as const) requireScope(ctx.caller, scope);
  if (ctx.caller.bounds) throw new AppError("OUT_OF_BOUNDS");
  if (renaming.from === renaming.to) throw invalidField("to", "is its current name");
  return inOneTransaction(
    ctx,
    async (ctx) => {
      await lockVault(ctx.tx, runtime().databaseKind, owner(ctx).userId);
      const there = await named(ctx, renaming.from);
      if (there.entries.length + there.envProjects.length === 0) throw new AppError("PROJECT_NOT_FOUND");
      const taken = await named(ctx, renaming.to);
      const joins = taken.entries.length + taken.envProjects.length > 0;
      if (joins && !merge) throw new AppError("PROJECT_EXISTS");
      const rewrite = await findToRewrite(ctx, {
        isNamed: ({ entry }) => entry === renaming.from,
        isMeant: () => true,
        renamed: (reference) => ({ ...reference, entry: renaming.to }),
      });
      await change.renameAll(ctx, "KeyEntry", there.entries, renaming.to, joins);
      const [target] = taken.envProjects;
      if (target) for (const id of there.envProjects) await joinFiles(ctx, id, target);
      else await change.renameAll(ctx, "EnvProject", there.envProjects, renaming.to, joins);
      const reason = writeChange(`“${renaming.from}”`, `“${renaming.to}”${joins ? ", merged" : ""}`);
      note(ctx, "project.rename", [vaultSubject(renaming.to)], { reason });
      const envFiles = await rewrite();
      await lockLimits(ctx.tx, runtime().databaseKind, owner(ctx).userId);
      return {
        entries: there.entries.length,
        envProjects: there.envProjects.length,
        envFiles,
        accessKeys: await renameInLimits(ctx, "AccessKey", { ...renaming, joins }),
        trustRules: await renameInLimits(ctx, "TrustRule", { ...renaming, joins }),
        members: await renameInLimits(ctx, "Membership", { ...renaming, joins }),
        invitations: await renameInLimits(ctx, "Invitation", { ...renaming, joins }),
      };
    },
    rewritingWaits,
  );
}

/** The ids of what has this project's name. */
async function named(ctx: Ctx, name: string): Promise<{ entries: string[]; envProjects: string[] }> {
  const [select, orderBy] = [{ id: true }, { id: "asc" }] as const;
  const entries = await ctx.tx.keyEntry.findMany({ where: { name, ...owned(ctx, "KeyEntry") }, select, orderBy });
  const projects = await ctx.tx.envProject.findMany({ where: { name, ...owned(ctx, "EnvProject") }, select, orderBy });
  return { entries: entries.map(({ id }) => id), envProjects: projects.map(({ id }) => id) };
}

const filesInTheWay = (types: readonly string[]): AppError =>
  new AppError("ENV_FILE_TAKEN", {
    message: `Both projects have ${types.map((type) => `.${type}`).join(", ")}: delete one of ${types.length === 1 ? "the two files" : "each pair"} first. Nothing was merged`,
  });

/** Moves the files of an env project to another one, and the emptied project into the trash. */
async function joinFiles(ctx: Ctx, id: string, target: string): Promise<void> {
  const files = await ctx.tx.envFile.findMany({
    where: { projectId: id, ...owned(ctx, "EnvFile") },
    select: { id: true, fileType: true },
    orderBy: { id: "asc" },
  });
  const there = await ctx.tx.envFile.findMany({
    where: { projectId: target, ...owned(ctx, "EnvFile") },
    select: { fileType: true },
    orderBy: { fileType: "asc" },
  });
  const both = there.map(({ fileType }) => fileType).filter((type) => files.some(({ fileType }) => fileType === type));
  if (both.length > 0) throw filesInTheWay(both);
  for (const file of files)
    await change.update(ctx, "EnvFile", { id: file.id }, { projectId: target }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? filesInTheWay([file.fileType]) : error;
    });
  await change.remove(ctx, "EnvProject", { id });
}

/** Changes the name in the limits of such rows. Returns of how many. */
async function renameInLimits(
  ctx: Ctx,
  table: Limited,
  { from, to, joins }: Renaming & { joins: boolean },
): Promise<number> {
  const { rights } = runtime();
  const { team } = ctx.caller;
  const select = selectionOf(table);
  let count = 0;
  for (const row of await delegateOf(ctx.tx, tableNamed(table)).findMany({
    where: { ...ofVault(ctx, table), bounds: { not: null } },
    select,
    orderBy: { id: "asc" },
  })) {
    const { key } = readKeyBounds(row["bounds"] as string);
    const genuine = row as CoveredRow<typeof table> & { mac: string | null };
    // Nobody can vouch for what a row that somebody else wrote gives.
    if (!key.projects || !rights.isGenuine(table, genuine)) continue;
    const [reachesFrom, reachesTo] = [key.projects.includes(from), key.projects.includes(to)];
    // Whoever is limited to the one would reach what the other holds. A limit may name a project that there is not yet.
    const isGiven = reachesTo ? !reachesFrom : joins && reachesFrom;
    if (isGiven) assertOwner(team);
    if (!reachesFrom) continue;
    const projects = [...new Set(key.projects.map((name) => (name === from ? to : name)))];
    const bounds = storedKeyBounds({ ...key, projects });
    await changeLimits(ctx, table, genuine, bounds);
    count += 1;
  }
  return count;
}
