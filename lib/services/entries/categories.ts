import type { Context, InTransaction } from "../../auth/context";
import type { CreateCategory, KeyCategory, UpdateCategory } from "../../contracts/vault/categories";
import type { Held } from "../../contracts/vault/only-holding";
import type { Precondition } from "../../contracts/precondition";
import type { KeyType } from "../../contracts/primitives";
import { holdRow } from "../../db/transactions/isolation";
import * as queries from "../../db/queries/vault/categories";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import * as change from "../doors/change/change";
import { assertChangeInside } from "../doors/inside";
import { findOwned, listOwned, owned, owner } from "../doors/owned";
import { oneAtATime, inOneTransaction } from "../doors/transaction";
import { findToRewrite, holdForRewriting, rewritingWaits } from "../references/rewrite";
import { changedMeanwhile } from "../versions";
import { instant } from "../../db/instants";
import { byName } from "../../db/list-order";

type CategoryRow = Omit<KeyCategory, "createdAt" | "updatedAt" | "keyType" | "origin"> & {
  keyType: string;
  origin: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
};

const toKeyCategory = (row: CategoryRow): KeyCategory => ({
  ...row,
  keyType: row.keyType as KeyType,
  origin: row.origin as KeyCategory["origin"],
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

export async function listCategories(ctx: Context): Promise<KeyCategory[]> {
  return (await listOwned(ctx, queries.listCategories, {})).map(toKeyCategory);
}

export async function getCategory(ctx: Context, id: string): Promise<KeyCategory> {
  const row = await findOwned(ctx, queries.findCategory, { id });
  if (!row) throw new AppError("CATEGORY_NOT_FOUND");
  return toKeyCategory(row);
}

/** With `ifNoneMatch`, creates the category only if there is none with this name, type and variable. */
export async function createCategory(
  ctx: Context,
  input: CreateCategory,
  { ifNoneMatch }: Precondition = {},
): Promise<KeyCategory> {
  assertEnvVar(input);
  const create = async (ctx: Context) => toKeyCategory(await change.create(ctx, "KeyCategory", input));
  if (!ifNoneMatch) return create(ctx);
  return oneAtATime(ctx, async (ctx) => {
    const { name, keyType, envVarName = null } = input;
    const standing = await ctx.tx.keyCategory.findFirst({
      where: { ...owned(ctx, "KeyCategory"), name, keyType, envVarName },
      orderBy: [...byName],
    });
    if (standing) throw changedMeanwhile(standing);
    return create(ctx);
  });
}

/**
 * Throws if the result would be invalid: a simple category needs a variable, and the type of a category with entries
 * can't change. With `rewriteReferences`, env files that refer to its entries get its new name.
 */
export function updateCategory(
  ctx: Context,
  id: string,
  { name, keyType, envVarName, icon, description }: UpdateCategory,
  precondition?: Precondition,
  { rewriteReferences = false } = {},
): Promise<KeyCategory> {
  const work = async (ctx: InTransaction) => {
    const which = { id, ...owner(ctx) };
    if (rewriteReferences) await holdForRewriting(ctx, "KeyCategory", id);
    // Until the end of the transaction, nobody can create an entry of the old type or change the other fields that this
    // check depends on.
    await holdRow(ctx.tx, runtime().databaseKind, "KeyCategory", which);
    const row = await ctx.tx.keyCategory.findFirst({ where: { id, ...owned(ctx, "KeyCategory") } });
    if (!row) throw new AppError("CATEGORY_NOT_FOUND");
    // Whoever may not change it learns nothing of what is in it.
    assertChangeInside(ctx, "KeyCategory", {});
    // An entry in the trash counts: its value would not fit another type when it comes back.
    const changesType = keyType !== undefined && keyType !== row.keyType;
    if (changesType && (await ctx.tx.keyEntry.findFirst({ where: { categoryId: id }, select: { id: true } })))
      throw new AppError("CATEGORY_IN_USE");
    assertEnvVar({
      keyType: keyType ?? row.keyType,
      envVarName: envVarName === undefined ? row.envVarName : envVarName,
    });
    const given = { name, keyType, envVarName, icon, description };
    // Whoever changes it has made it theirs.
    const isTheirs = Object.values(given).some((value) => value !== undefined);
    const changes = { ...given, ...(isTheirs && { origin: null }) };
    const isRenamed = name !== undefined && name !== row.name;
    const rewrite = rewriteReferences && isRenamed ? await findReferring(ctx, row, name) : null;
    const updated = toKeyCategory(await change.update(ctx, "KeyCategory", { id }, changes, precondition));
    await rewrite?.();
    return updated;
  };
  return inOneTransaction(ctx, work, rewriteReferences ? rewritingWaits : undefined);
}

const findReferring = (ctx: InTransaction, former: { id: string; name: string }, name: string) =>
  findToRewrite(ctx, {
    isNamed: ({ category }) => category === former.name,
    isMeant: ({ categoryId }) => categoryId === former.id,
    renamed: (reference) => ({ ...reference, category: name }),
  });

/** With all entries of the category, or only if they are all among `held`. */
export const deleteCategory = (ctx: Context, id: string, precondition?: Precondition, held?: Held): Promise<void> =>
  change.remove(ctx, "KeyCategory", { id }, precondition, held);

function assertEnvVar({ keyType, envVarName }: { keyType: string; envVarName?: string | null | undefined }): void {
  if (keyType === "simple" && !envVarName) {
    throw new AppError("CATEGORY_SIMPLE_REQUIRES_ENV_VAR", {
      details: [{ path: "envVarName", message: "is required for a simple category" }],
    });
  }
}
