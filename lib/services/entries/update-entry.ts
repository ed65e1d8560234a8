import type { Context, InTransaction } from "../../auth/context";
import type { KeyEntry, UpdateEntry } from "../../contracts/vault/entries";
import type { Precondition } from "../../contracts/precondition";
import type { KeyType } from "../../contracts/primitives";
import { holdRow } from "../../db/transactions/isolation";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import * as change from "../doors/change/change";
import { assertChangeInside, differencesTo } from "../doors/inside";
import { owned, owner } from "../doors/owned";
import { inOneTransaction } from "../doors/transaction";
import { findToRewrite, holdForRewriting, rewritingWaits } from "../references/rewrite";
import { rememberReplaced } from "../references/fingerprints/written-values";
import { entryValue, expiry, marks, toKeyEntry } from "./entries";

/** With `rewriteReferences`, env files that refer to it get its new name and environment. */
export function updateEntry(
  ctx: Context,
  id: string,
  { name, value, environment, notes, categoryId, expiresAt, rotateEveryDays }: UpdateEntry,
  precondition?: Precondition,
  { rewriteReferences = false } = {},
): Promise<KeyEntry> {
  const work = async (ctx: InTransaction) => {
    // It must keep its type until the transaction ends. Before the entry, in the same order as deleting a category.
    if (categoryId !== undefined)
      await holdRow(ctx.tx, runtime().databaseKind, "KeyCategory", { id: categoryId, ...owner(ctx) });
    if (rewriteReferences) await holdForRewriting(ctx, "KeyEntry", id);
    const row = await ctx.tx.keyEntry.findFirst({
      where: { id, ...owned(ctx, "KeyEntry") },
      select: {
        id: true,
        name: true,
        environment: true,
        categoryId: true,
        category: { select: { name: true, keyType: true } },
        ...marks,
      },
    });
    if (!row) throw new AppError("ENTRY_NOT_FOUND");
    // Before the look at another category, which may be hidden from whoever would reach beyond their bounds.
    assertChangeInside(ctx, "KeyEntry", differencesTo(row, { name, environment }));
    const keyType = row.category.keyType as KeyType;
    const category = categoryId === undefined ? row.category : await categoryToMoveTo(ctx, row, categoryId);
    const changed = value === undefined ? {} : entryValue(ctx, id, keyType, value);
    const renamed = {
      category: category.name,
      name: name ?? row.name,
      environment: environment === undefined ? row.environment : environment,
    };
    const isRenamed =
      renamed.category !== row.category.name || renamed.name !== row.name || renamed.environment !== row.environment;
    const rewrite = rewriteReferences && isRenamed ? await findReferring(ctx, row, renamed) : null;
    const dates = { expiresAt: expiresAt === undefined ? undefined : expiry(expiresAt), rotateEveryDays };
    const changes = { name, environment, notes, categoryId, ...dates, ...changed };
    const updated = await change.update(ctx, "KeyEntry", { id }, changes, precondition);
    await rewrite?.();
    // Otherwise somebody else changed it between the two.
    const isNext = updated.version === row.version + 1;
    if (value !== undefined && isNext) rememberReplaced({ id, text: value }, row, updated);
    return toKeyEntry(updated);
  };
  return inOneTransaction(ctx, work, rewriteReferences ? rewritingWaits : undefined);
}

type Standing = { categoryId: string; category: { name: string; keyType: string } };

/** Another category. The entry's value was checked against the type of its own, so it must have the same one. */
async function categoryToMoveTo(ctx: InTransaction, standing: Standing, id: string): Promise<{ name: string }> {
  if (id === standing.categoryId) return standing.category;
  const category = await ctx.tx.keyCategory.findFirst({
    where: { id, ...owned(ctx, "KeyCategory") },
    select: { name: true, keyType: true },
  });
  if (!category) throw new AppError("CATEGORY_NOT_FOUND");
  if (category.keyType !== standing.category.keyType)
    throw invalidField("categoryId", `must be a category of the same type, ${standing.category.keyType}`);
  return category;
}

type Named = { category: string; name: string; environment: string | null };

const findReferring = (
  ctx: InTransaction,
  former: { id: string; name: string; category: { name: string } },
  { category, name, environment }: Named,
) =>
  findToRewrite(ctx, {
    isNamed: ({ category, entry }) => category === former.category.name && entry === former.name,
    isMeant: ({ entryId }) => entryId === former.id,
    renamed: (reference) => ({ ...reference, category, entry: name, environment }),
  });
