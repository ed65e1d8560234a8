import type { Context, InTransaction } from "../../../auth/context";
import type { Action } from "../../../contracts/access/actions";
import type { Held } from "../../../contracts/vault/only-holding";
import type { Precondition } from "../../../contracts/precondition";
import { holdRow, holdWithContents } from "../../../db/transactions/isolation";
import { purgeInside } from "../../../db/activity/purge";
import { AppError, type CurrentState } from "../../../errors";
import { runtime } from "../../../runtime";
import { slicesOf } from "../../../slices";
import { yieldToEventLoop } from "../../../event-loop";
import { changedMeanwhile, holds, meantFor, nextVersion } from "../../versions";
import { changesRotation, nextRotation } from "./due";
import { assertHeld } from "../held";
import { assertChangeInside, assertNewInside, assertRemovalInside, differencesTo } from "../inside";
import { owned, owner } from "../owned";
import { purgesInside } from "./purged";
import { actionOn, namesOf, note } from "../record/record";
import {
  type Changes,
  type Model,
  type New,
  type Resource,
  resources,
  table,
  type Versioned,
  type VisibleRow,
  type Which,
} from "../resources";
import { isNamedTable } from "../subjects";
import { inOneTransaction } from "../transaction";
import { isTrashTable, putIntoTrash } from "./trash";
import { firstValue, hasValue, leavePlace, mayMove, newValueIn, replaceValue, withValue } from "./value";

/*
 * Every write of an owned row goes through this door. The statement itself contains the owner and the precondition, so
 * that of two concurrent writes one finds nothing left to change, and it runs in the context's transaction if there is
 * one. Whatever must happen in the same transaction as a write belongs here, not in the services.
 */

/** Throws OUT_OF_BOUNDS, as every write here does that would reach beyond the caller's bounds. */
export async function create<T extends Resource>(ctx: Context, name: T, row: New<T>): Promise<VisibleRow<T>> {
  assertNewInside(ctx, name, row);
  const data = { ...row, ...firstValue(ctx, name), ...owner(ctx) };
  return inOneTransaction(ctx, async (ctx) => {
    const created = (await table(ctx, name).create({ data })) as VisibleRow<T>;
    await noteAll(ctx, name, "create", [created.id]);
    return created;
  });
}

/**
 * How many rows are written in one tick of the event loop. A statement with thousands of rows would block everybody
 * else.
 */
const rowsAtOnce = 20;

export async function createMany<T extends Resource>(ctx: Context, name: T, rows: readonly New<T>[]): Promise<void> {
  for (const row of rows) assertNewInside(ctx, name, row);
  const common = { ...firstValue(ctx, name), ...owner(ctx) };
  await inOneTransaction(ctx, async (ctx) => {
    for (const some of slicesOf(rows, rowsAtOnce)) {
      const data = some.map((row) => ({ ...row, ...common }));
      await table(ctx, name).createMany({ data });
      await yieldToEventLoop();
    }
    await noteAll(
      ctx,
      name,
      "create",
      rows.map(({ id }) => id ?? ""),
    );
  });
}

/** Records a verb on rows as they are now. */
async function noteAll(
  ctx: InTransaction,
  name: Resource,
  verb: "create" | "update" | "arrive",
  ids: readonly string[],
): Promise<void> {
  if (isNamedTable(name)) note(ctx, actionOn(name, verb), await namesOf(ctx, name, ids));
}

/**
 * Returns null if there is no such row at one of the given versions; one in the trash only counts if `which` names its item
 * there. Changes of nothing leave it as it is, without a new version or a record. A value that is replaced is kept.
 * `valueId` is given with a value that the row had before.
 */
export async function updateIfThere<T extends Versioned>(
  ctx: Context,
  name: T,
  which: Which<T>,
  changes: Changes<T>,
  precondition: Precondition = {},
  action?: Action,
): Promise<VisibleRow<T> | null> {
  return inOneTransaction(ctx, async (ctx) => {
    const there = standingAt(ctx, name, which);
    const where = { ...there, ...meantFor(precondition) };
    const valued = hasValue(name) && newValueIn(name, changes) !== undefined ? name : null;
    const dated = changesRotation(name, changes) ? "KeyEntry" : null;
    const placed = mayMove(name, changes) ? name : null;
    const held = valued ?? dated ?? placed;
    const isNothing = Object.values(changes).every((value) => value === undefined);
    if (held) {
      // What leaves its place says so of its files' former values: they come before whoever saves one raises the revision.
      const hold = placed === "EnvProject" ? holdWithContents : holdRow;
      await hold(ctx.tx, runtime().databaseKind, held, { id: which.id, ...owner(ctx) });
    }
    // What the caller does not reach is missing for them, whatever they would do with it.
    const standing =
      (held ?? ctx.caller.bounds ?? isNothing) &&
      (await table(ctx, name).findFirst({ where: there, ...(valued && withValue(valued)) }));
    const differences = standing ? differencesTo(standing, changes) : {};
    // Whoever may not make the change learns no version.
    if (standing) assertChangeInside(ctx, name, differences);
    if (standing && !holds(precondition, (standing as Standing).version)) return null;
    if (isNothing) return standing as VisibleRow<T> | null;
    const value = valued && standing ? await replaceValue(ctx, valued, standing as Standing, changes) : {};
    const due = standing && name === "KeyEntry" ? nextRotation(standing as Dated, { ...changes, ...value }) : {};
    const data = { ...changes, ...value, ...due, version: nextVersion };
    const [row] = await table(ctx, name).updateManyAndReturn({ where, data });
    if (!row) return null;
    await leavePlace(ctx, name, which.id, differences);
    const isNewValue = name === "KeyEntry" && Object.keys(value).length > 0;
    note(ctx, action ?? (isNewValue ? "entry.value" : actionOn(name, "update")), await namesOf(ctx, name, [which.id]));
    return row as VisibleRow<T>;
  });
}

type Standing = { id: string; version: number };
type Dated = Parameters<typeof nextRotation>[0];

/** Throws the resource's 404 or CHANGED_MEANWHILE. */
export async function update<T extends Versioned>(
  ctx: Context,
  name: T,
  which: Which<T>,
  changes: Changes<T>,
  precondition: Precondition = {},
  action?: Action,
): Promise<VisibleRow<T>> {
  const row = await updateIfThere(ctx, name, which, changes, precondition, action);
  if (!row) throw await notWritten(ctx, name, which);
  return row;
}

/**
 * Gives many rows another name, which others have already if they `join` them: then their former values stay behind. The
 * caller reaches the whole vault.
 */
export async function renameAll(
  ctx: InTransaction,
  name: "KeyEntry" | "EnvProject",
  ids: readonly string[],
  to: string,
  join: boolean,
): Promise<void> {
  for (const some of slicesOf(ids, rowsAtOnce)) {
    const where = { id: { in: some }, ...owned(ctx, name) };
    await table(ctx, name).updateManyAndReturn({ where, data: { name: to, version: nextVersion } });
    await yieldToEventLoop();
  }
  if (join) for (const id of ids) await leavePlace(ctx, name, id, { name: to });
  await noteAll(ctx, name, "update", ids);
}

/** Changes a row that has no versions. Whether there was one. */
export async function rewrite<T extends "AccessKey" | "TrustRule" | "Webhook">(
  ctx: Context,
  name: T,
  which: Which<T>,
  data: Model<T>["operations"]["updateMany"]["args"]["data"],
): Promise<VisibleRow<T> | null> {
  return inOneTransaction(ctx, async (ctx) => {
    const [row] = await table(ctx, name).updateManyAndReturn({ where: { ...which, ...owned(ctx, name) }, data });
    return (row ?? null) as VisibleRow<T> | null;
  });
}

/** Removes what there is; nothing need be there. */
export const removeAll = async (
  ctx: Context,
  name: "AccessKey" | "PreviousAccessKey" | "TrustRule" | "ShareLink",
  which: { accessKeyId: string } | { makerId: string },
) => void (await inOneTransaction(ctx, (ctx) => table(ctx, name).deleteMany({ where: { ...which, ...owner(ctx) } })));

/**
 * Gives a row to another vault, with its value sealed for that one. `standing` says what of the row decides where it
 * lies. Throws OUT_OF_BOUNDS, or the resource's 404.
 */
export async function move<T extends Exclude<Versioned, "KeyCategory">>(
  from: InTransaction,
  to: InTransaction,
  name: T,
  standing: { id: string; name?: string; environment?: string | null; fileType?: string },
  data: Changes<T>,
): Promise<void> {
  assertRemovalInside(from, name);
  assertNewInside(to, name, standing);
  const named = await namesOf(from, name, [standing.id]);
  const [row] = await table(from, name).updateManyAndReturn({
    where: { id: standing.id, ...owner(from) },
    data: { ...data, ...owner(to), version: nextVersion },
  });
  if (!row) throw new AppError(resources[name]);
  note(from, actionOn(name, "move"), named);
  await noteAll(to, name, "arrive", [standing.id]);
}

/**
 * Puts a row into the trash, with what belongs to it. What has no trash is deleted for good. With `held`, only if
 * nothing else belongs to it, nor another version of that. Throws the resource's 404 or CHANGED_MEANWHILE.
 */
export async function remove<T extends Resource>(
  ctx: Context,
  name: T,
  which: Which<T>,
  precondition: Precondition = {},
  held?: Held,
): Promise<void> {
  await inOneTransaction(ctx, async (ctx) => {
    const { databaseKind, settings } = runtime();
    const row = { id: which.id, ...owner(ctx) };
    const there = { ...which, ...owned(ctx, name) };
    if (isTrashTable(name)) await holdWithContents(ctx.tx, databaseKind, name, row);
    const standing = await table(ctx, name).findFirst({ where: there });
    if (!standing) throw new AppError(resources[name]);
    assertRemovalInside(ctx, name);
    if (!holds(precondition, (standing as Partial<Standing>).version)) throw changedMeanwhile(standing as CurrentState);
    if (held && (name === "KeyCategory" || name === "EnvProject")) await assertHeld(ctx, name, standing, held);
    if (isNamedTable(name)) note(ctx, actionOn(name, "delete"), await namesOf(ctx, name, [which.id]));
    if (isTrashTable(name)) {
      if (settings.TRASH_DAYS > 0) return putIntoTrash(ctx, name, which.id);
      for (const { action, subjects } of await purgesInside(ctx.tx, name, row)) note(ctx, action, subjects);
      await purgeInside(ctx.tx, databaseKind, row);
    }
    const { count } = await table(ctx, name).deleteMany({ where: { ...there, ...meantFor(precondition) } });
    if (count === 0) throw new AppError(resources[name]);
  });
}

/** A row in use, or one in the trash if `which` names the item that holds it. */
function standingAt<T extends Versioned>(ctx: Context, name: T, which: Which<T>) {
  const { trashId } = which as { trashId?: string | null };
  return { ...which, ...owned(ctx, name), ...(trashId && { trashId }) };
}

/** Why a write changed nothing: the row does not exist, or has another version. */
async function notWritten<T extends Versioned>(ctx: Context, name: T, which: Which<T>): Promise<AppError> {
  const standing = await table(ctx, name).findFirst({ where: standingAt(ctx, name, which) });
  return standing ? changedMeanwhile(standing as CurrentState) : new AppError(resources[name]);
}
