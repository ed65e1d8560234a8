import type { Caller } from "../../auth/caller";
import type { Context, RequestContext } from "../../auth/context";
import type { Precondition } from "../../contracts/precondition";
import type { Prisma, Tx } from "../../db/client";
import { lockOwner } from "../../db/isolation";
import { type AnyRow, delegateOf } from "../../db/rows";
import type { Write } from "../../db/sql";
import { tableNamed } from "../../db/tables";
import { AppError, type CurrentState, type ErrorCode } from "../../errors";
import { runtime } from "../../runtime";
import { laterTurn } from "../../turns";
import { changedMeanwhile, meantFor, nextVersion } from "../versions";
import { assertChangeInside, assertNewInside, assertRemovalInside } from "./inside";
import { owned, owner } from "./owned";

/*
 * Every write of an owned row goes through this door. The statement itself contains the owner and the precondition, so
 * that of two concurrent writes one finds nothing left to change, and it runs in the context's transaction if there is
 * one. Whatever must happen in the same transaction as a write belongs here, not in the services.
 */

/** The tables of a vault's resources, and the error if a row does not exist. */
const resources = {
  KeyCategory: "CATEGORY_NOT_FOUND",
  KeyEntry: "ENTRY_NOT_FOUND",
  TwoFactorToken: "TWO_FACTOR_NOT_FOUND",
  EnvProject: "ENV_PROJECT_NOT_FOUND",
  EnvFile: "ENV_FILE_NOT_FOUND",
  AccessKey: "ACCESS_KEY_NOT_FOUND",
  PreviousAccessKey: "ACCESS_KEY_NOT_FOUND",
} as const satisfies Partial<Record<Prisma.ModelName, ErrorCode>>;
type Resource = keyof typeof resources;
/** Resources that can be changed. */
type Versioned = Exclude<Resource, "AccessKey" | "PreviousAccessKey">;

type Model<T extends Resource> = Prisma.TypeMap["model"][T];
/** Columns that the client leaves out by default. */
type Secret = "encryptedValue" | "encryptedSecret" | "encryptedContent" | "keyHash" | "mac";
type VisibleRow<T extends Resource> = Omit<Model<T>["payload"]["scalars"], Secret>;
/** A new row without its owner. */
export type New<T extends Resource> = Omit<
  Extract<NonNullable<Model<T>["operations"]["createMany"]["args"]["data"]>, readonly unknown[]>[number],
  "userId"
>;
type Changes<T extends Versioned> = Omit<Model<T>["operations"]["updateMany"]["args"]["data"], "userId" | "version">;
/** Identifies one row, besides its owner. */
type Which<T extends Resource> = { id: string } & Partial<VisibleRow<T>>;

const table = ({ tx }: Context, name: Resource) => delegateOf(tx ?? runtime().db, tableNamed(name));

/** Throws OUT_OF_BOUNDS, as every write here does that would reach beyond the caller's bounds. */
export async function create<T extends Resource>(ctx: Context, name: T, row: New<T>): Promise<VisibleRow<T>> {
  assertNewInside(ctx, name, row);
  return (await table(ctx, name).create({ data: { ...row, ...owner(ctx) } })) as VisibleRow<T>;
}

/**
 * How many rows are written in one tick of the event loop. A statement with thousands of rows would block everybody
 * else.
 */
const rowsAtOnce = 20;

export async function createMany<T extends Resource>(ctx: Context, name: T, rows: readonly New<T>[]): Promise<void> {
  for (const row of rows) assertNewInside(ctx, name, row);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const data = rows.slice(at, at + rowsAtOnce).map((row) => ({ ...row, ...owner(ctx) }));
    await table(ctx, name).createMany({ data });
    await laterTurn();
  }
}

/** Creates a row in a commit that simultaneous writes share. Resolves to whether it was created; see `Write`. */
export async function createInGroup<T extends Resource>(
  ctx: RequestContext,
  name: T,
  row: New<T>,
  write: Write,
): Promise<boolean> {
  assertNewInside(ctx, name, row);
  return runtime().writes.run(write);
}

/** Returns null if there is no such row at one of the given versions. */
export async function updateIfThere<T extends Versioned>(
  ctx: Context,
  name: T,
  which: Which<T>,
  changes: Changes<T>,
  precondition: Precondition = {},
): Promise<VisibleRow<T> | null> {
  const where = { ...which, ...owned(ctx, name), ...meantFor(precondition) };
  // What the caller does not reach is missing for them, whatever they would do with it.
  const standing = ctx.caller.bounds && (await table(ctx, name).findFirst({ where }));
  if (standing) assertChangeInside(ctx, name, differencesTo(standing, changes));
  const [row] = await table(ctx, name).updateManyAndReturn({ where, data: { ...changes, version: nextVersion } });
  return (row ?? null) as VisibleRow<T> | null;
}

/** Without what is sent back as it was read. */
const differencesTo = (standing: AnyRow, changes: object): object =>
  Object.fromEntries(Object.entries(changes).filter(([column, value]) => standing[column] !== value));

/** Throws the resource's 404 or CHANGED_MEANWHILE. */
export async function update<T extends Versioned>(
  ctx: Context,
  name: T,
  which: Which<T>,
  changes: Changes<T>,
  precondition: Precondition = {},
): Promise<VisibleRow<T>> {
  const row = await updateIfThere(ctx, name, which, changes, precondition);
  if (!row) throw await notWritten(ctx, name, which);
  return row;
}

/** Changes a row that has no versions. Whether there was one. */
export async function rewrite(
  ctx: Context,
  name: "AccessKey",
  which: Which<"AccessKey">,
  data: Model<"AccessKey">["operations"]["updateMany"]["args"]["data"],
): Promise<VisibleRow<"AccessKey"> | null> {
  const [row] = await table(ctx, name).updateManyAndReturn({ where: { ...which, ...owned(ctx, name) }, data });
  return (row ?? null) as VisibleRow<"AccessKey"> | null;
}

/** Removes what there is; nothing need be there. */
export const removeAll = async (
  ctx: Context,
  name: "AccessKey" | "PreviousAccessKey",
  which: { accessKeyId: string } | { makerId: string },
) => void (await table(ctx, name).deleteMany({ where: { ...which, ...owner(ctx) } }));

/**
 * Gives a row to another vault, with its value sealed for that one. `standing` says what of the row decides where it
 * lies. Throws OUT_OF_BOUNDS, or the resource's 404.
 */
export async function move<T extends Exclude<Versioned, "KeyCategory">>(
  from: Context,
  to: Context,
  name: T,
  standing: { id: string; name?: string; environment?: string | null; fileType?: string },
  data: Changes<T>,
): Promise<void> {
  assertRemovalInside(from, name);
  assertNewInside(to, name, standing);
  const where = { id: standing.id, ...owner(from) };
  const [row] = await table(from, name).updateManyAndReturn({
    where,
    data: { ...data, ...owner(to), version: nextVersion },
  });
  if (!row) throw new AppError(resources[name]);
}

/** Throws the resource's 404 or CHANGED_MEANWHILE. */
export async function remove<T extends Resource>(
  ctx: Context,
  name: T,
  which: Which<T>,
  precondition: Precondition = {},
): Promise<void> {
  const where = { ...which, ...owned(ctx, name), ...meantFor(precondition) };
  if (ctx.caller.bounds && (await table(ctx, name).findFirst({ where }))) assertRemovalInside(ctx, name);
  const { count } = await table(ctx, name).deleteMany({ where });
  if (count === 0) throw await notWritten(ctx, name, which);
}

/** Why a write changed nothing: the row does not exist, or has another version. */
async function notWritten<T extends Resource>(ctx: Context, name: T, which: Which<T>): Promise<AppError> {
  const standing = await table(ctx, name).findFirst({ where: { ...which, ...owned(ctx, name) } });
  return standing ? changedMeanwhile(standing as CurrentState) : new AppError(resources[name]);
}

type InTransaction<C extends Caller> = Context<C> & { readonly tx: Tx };

/** Runs several steps as one, in the context's transaction or a new one. */
export const together = <R, C extends Caller = Caller>(
  ctx: Context<C>,
  work: (ctx: InTransaction<C>) => Promise<R>,
  waits?: { timeout: number; maxWait: number },
): Promise<R> =>
  ctx.tx ? work({ ...ctx, tx: ctx.tx }) : runtime().db.$transaction((tx) => work({ ...ctx, tx }), waits);

/**
 * Like `together`, but only one at a time for each owner: of two calls that each create something only if there is
 * none, the second sees what the first created.
 */
export const oneAtATime = <R, C extends Caller = Caller>(
  ctx: Context<C>,
  work: (ctx: InTransaction<C>) => Promise<R>,
): Promise<R> =>
  together(ctx, async (inside) => {
    await lockOwner(inside.tx, runtime().databaseKind, owner(ctx).userId);
    return work(inside);
  });
