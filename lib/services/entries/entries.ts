import type { Context, InTransaction, RequestContext } from "../../auth/context";
import type { CreateEntry, KeyEntry, ListedEntry, RevealedEntry, UpdateEntry } from "../../contracts/vault/entries";
import type { Precondition } from "../../contracts/precondition";
import { type Environment, isKeptExactly, type KeyType } from "../../contracts/primitives";
import { instant, storedInstant } from "../../db/instants";
import { holdRow } from "../../db/transactions/isolation";
import { findCategoryOfType, findCategoryType } from "../../db/queries/vault/categories";
import * as queries from "../../db/queries/vault/entries";
import { bound } from "../../db/queries/query";
import { newRowId } from "../../db/row-id";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { checkEntryValue, readGroup } from "./entry-value";
import { storedActor } from "../doors/actor";
import * as change from "../doors/change/change";
import { createInGroup } from "../doors/change/create-in-group";
import type { New } from "../doors/resources";
import { disclose } from "../doors/disclose/disclose";
import { rotationAt } from "../doors/change/due";
import { assertChangeInside, assertNewInside, differencesTo } from "../doors/inside";
import { condition, findOwned, listOwned, owned, owner } from "../doors/owned";
import { seal } from "../doors/disclose/seal";
import { entrySubject } from "../doors/subjects";
import { inOneTransaction } from "../doors/transaction";
import { findToRewrite, holdForRewriting, rewritingWaits } from "../references/rewrite";
import { rememberCreated, rememberReplaced } from "../references/written-values";
import { changedMeanwhile } from "../versions";

type EntryRow = Omit<
  KeyEntry,
  "createdAt" | "updatedAt" | "environment" | "fieldNames" | "expiresAt" | "valueChangedAt"
> & {
  expiresAt: Date | string | null;
  valueAt: Date | string | null;
  environment: string | null;
  fieldNames: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
};

export const toKeyEntry = ({ valueAt, ...row }: EntryRow): KeyEntry => ({
  ...row,
  expiresAt: row.expiresAt && instant(row.expiresAt),
  valueChangedAt: instant(valueAt ?? row.createdAt),
  environment: row.environment as Environment | null,
  fieldNames: row.fieldNames === null ? null : (JSON.parse(row.fieldNames) as string[]),
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

/**
 * The columns that follow from an entry's value. Checks the value against the category's type, unless that was done
 * before.
 */
export const entryValue = (
  ctx: Context,
  id: string,
  keyType: KeyType,
  value: string,
  fieldNames = checkEntryValue(keyType, value),
) => ({
  fieldNames: fieldNames && JSON.stringify(fieldNames),
  encryptedValue: seal(ctx, "KeyEntry", id, value),
});

/** A date alone is read as its first instant in UTC (ECMA-262, Date.parse). */
function expiry(text: string | null): Date | null {
  const at = text === null ? null : new Date(text);
  if (at && !isKeptExactly(at)) throw invalidField("expiresAt", "must be in the years 1 to 9999, UTC");
  return at;
}

/** The row of a new entry in a category of this type. Throws a 400 if the value does not fit the type. */
export function newEntry(
  ctx: Context,
  keyType: KeyType,
  { categoryId, name, value, environment = null, notes = null, expiresAt = null, rotateEveryDays = null }: CreateEntry,
  fieldNames?: string[] | null,
) {
  // The value is sealed for the row's id, so the id is chosen here.
  const id = newRowId();
  return {
    id,
    categoryId,
    name,
    environment,
    notes,
    expiresAt: expiry(expiresAt),
    rotateEveryDays,
    ...entryValue(ctx, id, keyType, value, fieldNames),
  } satisfies New<"KeyEntry">;
}

export async function listEntries(ctx: Context): Promise<ListedEntry[]> {
  const rows = await listOwned(ctx, queries.listEntries, {});
  return rows.map(({ categoryName, keyType, envVarName, icon, ...row }) => ({
    ...toKeyEntry(row),
    category: { name: categoryName, keyType: keyType as KeyType, envVarName, icon },
  }));
}

export async function getEntry(ctx: Context, id: string): Promise<KeyEntry> {
  const row = await findOwned(ctx, queries.findEntry, { id });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  return toKeyEntry(row);
}

/** What identifies an entry's value, and the version of the entry. */
const marks = { version: true, valueVersion: true, valueId: true, valueAt: true } as const;

const attemptsMax = 20;
const stored = (at: Date | null): string | null => at && storedInstant(at);

/** With `ifNoneMatch`, creates the entry only if the category has none with this name and environment. */
export async function createEntry(
  ctx: RequestContext,
  input: CreateEntry,
  { ifNoneMatch }: Precondition = {},
): Promise<KeyEntry> {
  const now = new Date();
  const at = storedInstant(now);
  const { categoryId, name, environment = null } = input;
  // Before the look at the category, which may be hidden from whoever would reach beyond their bounds.
  assertNewInside(ctx, "KeyEntry", input);
  const same = { name, categoryId, environment };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const category = await findOwned(ctx, findCategoryType, { id: categoryId });
    if (!category) throw new AppError("CATEGORY_NOT_FOUND");
    const { keyType } = category;
    const row = newEntry(ctx, keyType as KeyType, input);
    const dates = {
      expiresAt: stored(row.expiresAt),
      rotateAt: stored(rotationAt(row.rotateEveryDays, now)),
    };
    const written = await createInGroup(
      ctx,
      "KeyEntry",
      row,
      {
        ...bound(queries.insertEntry, { ...row, ...dates, at, valueBy: storedActor(ctx.caller), ...owner(ctx) }),
        // Since the value was checked, the category may have been deleted or its type changed. If so, look again.
        onlyIf: condition(ctx, findCategoryOfType, { id: categoryId, keyType }),
        ...(ifNoneMatch ? { unless: condition(ctx, queries.findSameEntry, same) } : {}),
      },
      { action: "entry.create", subject: entrySubject({ ...row, category: category.name }) },
    );
    if (written) {
      rememberCreated({ id: row.id, keyType: keyType as KeyType, text: input.value });
      return toKeyEntry({ ...row, valueAt: null, createdAt: at, updatedAt: at, version: 1 });
    }
    const standing = ifNoneMatch && (await findOwned(ctx, queries.findSameEntry, same));
    if (standing) throw changedMeanwhile(standing);
  }
  throw new AppError("UNAVAILABLE", { headers: { "Retry-After": "1" } });
}

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

export const deleteEntry = (ctx: Context, id: string, precondition?: Precondition): Promise<void> =>
  change.remove(ctx, "KeyEntry", { id }, precondition);

/** The plain value and its version. */
export async function revealEntry(ctx: Context, id: string): Promise<RevealedEntry & { version: number }> {
  const row = await findOwned(ctx, queries.findSealedEntry, { id });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  const { name, environment, version, keyType } = row;
  const value = await disclose(
    ctx,
    "KeyEntry",
    { id, sealed: row.encryptedValue },
    (text) => (keyType === "group" ? readGroup(text) : text),
    { action: "entry.reveal", subject: entrySubject({ id, ...row }) },
  );
  return { id, name, value, environment: environment as Environment | null, version };
}
