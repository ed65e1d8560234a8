import { hasScope, requireScope } from "../auth/grants/authorize";
import type { SessionCaller } from "../auth/caller";
import type { Context, InTransaction } from "../auth/context";
import type { Scope } from "../contracts/access/scopes";
import type { TrashItem } from "../contracts/vault/trash";
import { lockVault, type TrashTable } from "../db/transactions/isolation";
import { purge } from "../db/activity/purge";
import type { BoundedQuery } from "../db/queries/bounded";
import { idsMax } from "../db/queries/query";
import { listTrash as listQuery, listTrashedTogether } from "../db/queries/vault/trash";
import type { RowOf } from "../db/sql";
import { instant } from "../db/instants";
import { dayMs } from "../durations";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { slicesOf } from "../slices";
import { yieldToEventLoop } from "../event-loop";
import { readActor } from "./doors/actor";
import { inOneTransaction } from "./doors/transaction";
import { assertRemovalInside } from "./doors/inside";
import { listOwned, listOwnedIn, owner } from "./doors/owned";
import { purgesOf } from "./doors/change/purged";
import { namesOf, note } from "./doors/record/record";
import { vaultSubject } from "./doors/subjects";
import { purgeParts, splitOffOlder, takeOut, takeOutAlone, takeOutPart } from "./doors/change/trash";

type Inside = InTransaction<SessionCaller>;
/**
 * `together`: the item of the category that an entry went with, for a caller who can reach the entry but not the
 * category.
 */
type Row = RowOf<typeof listQuery> & { together?: string };

const kinds = {
  category: { table: "KeyCategory", area: "categories" },
  entry: { table: "KeyEntry", area: "entries" },
  "two-factor-token": { table: "TwoFactorToken", area: "2fa" },
  "env-project": { table: "EnvProject", area: "envs" },
  "env-file": { table: "EnvFile", area: "envs" },
} as const satisfies Record<TrashItem["kind"], { table: TrashTable; area: string }>;

const kindOf = (row: Row) => kinds[row.kind as TrashItem["kind"]];

function toTrashItem({ kind, environment, deletedBy, deletedAt, ...row }: Row): TrashItem {
  const at = instant(deletedAt);
  return {
    id: row.id,
    kind: kind as TrashItem["kind"],
    name: row.name,
    within: row.within,
    environment: environment as TrashItem["environment"],
    contents: Number(row.contents),
    deletedAt: at,
    deletesAt: new Date(Date.parse(at) + runtime().settings.TRASH_DAYS * dayMs).toISOString(),
    by: readActor(deletedBy) as TrashItem["by"],
  };
}

/** Those that the caller could read if they were not in the trash. What was deleted last comes first. */
async function visible(
  ctx: Context,
  list: <Found>(query: BoundedQuery<{ userId: string }, Found>) => Promise<Found[]>,
) {
  const rows: Row[] = await list(listQuery);
  if (ctx.caller.bounds) {
    for (const { trashId, ...row } of await list(listTrashedTogether))
      rows.push({ ...row, kind: "entry", contents: 0, together: trashId });
    rows.sort((one, other) => Date.parse(instant(other.deletedAt)) - Date.parse(instant(one.deletedAt)));
  }
  return rows.filter((row) => hasScope(ctx.caller, `${kindOf(row).area}:read` satisfies Scope));
}

export const listTrash = async (ctx: Context<SessionCaller>): Promise<TrashItem[]> =>
  (await visible(ctx, async (query) => listOwned(ctx, query, {}))).map(toTrashItem);

/** Throws unless the caller could have deleted it. */
function assertMayChange(ctx: Context, row: Row): void {
  const { table, area } = kindOf(row);
  requireScope(ctx.caller, `${area}:write` satisfies Scope);
  assertRemovalInside(ctx, table);
}

function mayChange(ctx: Context, row: Row): boolean {
  try {
    assertMayChange(ctx, row);
    return true;
  } catch {
    return false;
  }
}

/** Works on the trash while nobody else changes anything in the vault: of two who restore the same, one finds nothing. */
const holding = <R>(ctx: Context<SessionCaller>, work: (ctx: Inside, rows: Row[]) => Promise<R>): Promise<R> =>
  inOneTransaction(
    ctx,
    async (ctx) => {
      await lockVault(ctx.tx, runtime().databaseKind, owner(ctx).userId);
      return work(ctx, await visible(ctx, (query) => listOwnedIn(ctx, query, {})));
    },
    { timeout: 60_000, maxWait: 60_000 },
  );

function found(ctx: Context, rows: readonly Row[], id: string): Row {
  const row = rows.find((row) => row.id === id);
  if (!row) throw new AppError("TRASH_ITEM_NOT_FOUND");
  assertMayChange(ctx, row);
  return row;
}

/** What went together comes back together, and with it the category or project that it belongs to. */
export const restoreFromTrash = (ctx: Context<SessionCaller>, id: string): Promise<TrashItem> =>
  holding(ctx, async (ctx, rows) => {
    const row = found(ctx, rows, id);
    const { tx } = ctx;
    const { userId } = owner(ctx);
    // A former release put files of one type into one item.
    const left = row.kind === "env-project" ? await splitOffOlder(tx, { id, userId }) : 0;
    await assertFree(ctx, id);
    if (row.kind === "entry") {
      const entry = await tx.keyEntry.findFirst({ where: { id, userId }, select: { category: true } });
      if (entry?.category.trashId) {
        await takeOutAlone(tx, "KeyCategory", { id: entry.category.id, userId });
        note(ctx, "category.restore", await namesOf(ctx, "KeyCategory", [entry.category.id]));
      }
    }
    if (row.kind === "env-file") {
      const file = await tx.envFile.findFirst({ where: { id, userId }, select: { project: true } });
      if (file?.project.trashId) {
        await takeOutAlone(tx, "EnvProject", { id: file.project.id, userId });
        note(ctx, "env-project.restore", await namesOf(ctx, "EnvProject", [file.project.id]));
      }
    }
    if (row.together === undefined) await takeOut(tx, { id, userId });
    else await takeOutPart(tx, { id, userId, trashId: row.together });
    note(ctx, `${row.kind as TrashItem["kind"]}.restore`, await namesOf(ctx, kindOf(row).table, [id]));
    return toTrashItem({ ...row, contents: Number(row.contents) - left });
  });

/** Throws ENV_FILE_TAKEN if a file that would come back has a successor in its project. */
async function assertFree(ctx: Inside, trashId: string): Promise<void> {
  const files = await ctx.tx.envFile.findMany({
    where: { trashId, ...owner(ctx) },
    select: { projectId: true, fileType: true },
  });
  const taken: string[] = [];
  for (const file of files)
    if (await ctx.tx.envFile.findFirst({ where: { ...file, ...owner(ctx), trashId: null }, select: { id: true } }))
      taken.push(`.${file.fileType}`);
  const [one, ...more] = taken.sort();
  if (one === undefined) return;
  throw new AppError("ENV_FILE_TAKEN", {
    message:
      more.length === 0
        ? `The project has another ${one} by now: delete that one first, or restore one of its versions`
        : `The project has another ${taken.join(", ")} by now: delete those first, or restore one of the versions of each`,
  });
}

export const deleteFromTrash = (ctx: Context<SessionCaller>, id: string): Promise<void> =>
  holding(ctx, async (ctx, rows) => {
    await purgeOne(ctx, found(ctx, rows, id));
  });

async function purgeOne(ctx: Inside, row: Row): Promise<void> {
  const item = { id: row.id, ...owner(ctx) };
  if (row.together !== undefined) return purgeTogether(ctx, row.together, [row]);
  for (const { action, subjects } of await purgesOf(ctx.tx, kindOf(row).table, item)) note(ctx, action, subjects);
  await purge(ctx.tx, runtime().databaseKind, item);
}

/** For rows of one category: looked at one by one, each would count again what is left of it. */
async function purgeTogether(ctx: Inside, trashId: string, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const some of slicesOf(ids, idsMax)) note(ctx, "entry.purge", await namesOf(ctx, "KeyEntry", some));
  await purgeParts(ctx.tx, { ids, ...owner(ctx), trashId });
}

/** Deletes for good what the caller could restore. A role that may write nothing at all may not empty it either. */
export async function emptyTrash(ctx: Context<SessionCaller>): Promise<void> {
  requireScope(ctx.caller, "entries:write");
  await holding(ctx, async (ctx, rows) => {
    const theirs = rows.filter((row) => mayChange(ctx, row));
    for (const trashId of new Set(theirs.flatMap(({ together }) => together ?? [])))
      await purgeTogether(
        ctx,
        trashId,
        theirs.filter(({ together }) => together === trashId),
      );
    for (const row of theirs.filter(({ together }) => together === undefined)) {
      await purgeOne(ctx, row);
      await yieldToEventLoop();
    }
    if (theirs.length > 0) note(ctx, "trash.empty", [vaultSubject()]);
  });
}
