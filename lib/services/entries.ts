import type { Context, RequestContext } from "../auth/context";
import type { CreateEntry, KeyEntry, ListedEntry, RevealedEntry, UpdateEntry } from "../contracts/entries";
import type { Precondition } from "../contracts/precondition";
import type { Environment, KeyType } from "../contracts/primitives";
import { storedInstant } from "../db/instant";
import { findCategoryOfType, findCategoryType } from "../db/queries/categories";
import * as queries from "../db/queries/entries";
import { bound } from "../db/queries/query";
import { newRowId } from "../db/row-id";
import { AppError, invalidField } from "../errors";
import { checkEntryValue, readGroup } from "./entry-value";
import { storedActor } from "./doors/actor";
import * as change from "./doors/change";
import type { New } from "./doors/change";
import { disclose } from "./doors/disclose";
import { assertNewInside } from "./doors/inside";
import { condition, findOwned, listOwned, owned, owner } from "./doors/owned";
import { seal } from "./doors/seal";
import { entrySubject } from "./doors/subjects";
import { changedMeanwhile } from "./versions";
import { instant } from "../db/wire";

type EntryRow = Omit<KeyEntry, "createdAt" | "updatedAt" | "environment" | "fieldNames"> & {
  environment: string | null;
  fieldNames: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
};

export const toKeyEntry = (row: EntryRow): KeyEntry => ({
  ...row,
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

/** The row of a new entry in a category of this type. Throws a 400 if the value does not fit the type. */
export function newEntry(
  ctx: Context,
  keyType: KeyType,
  { categoryId, name, value, environment = null, notes = null }: CreateEntry,
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

const attemptsMax = 20;

/** With `ifNoneMatch`, creates the entry only if the category has none with this name and environment. */
export async function createEntry(
  ctx: RequestContext,
  input: CreateEntry,
  { ifNoneMatch }: Precondition = {},
): Promise<KeyEntry> {
  const at = storedInstant(new Date());
  const { categoryId, name, environment = null } = input;
  // Before the look at the category, which may be hidden from whoever would reach beyond their bounds.
  assertNewInside(ctx, "KeyEntry", input);
  const same = { name, categoryId, environment };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const category = await findOwned(ctx, findCategoryType, { id: categoryId });
    if (!category) throw new AppError("CATEGORY_NOT_FOUND");
    const { keyType } = category;
    const row = newEntry(ctx, keyType as KeyType, input);
    const written = await change.createInGroup(
      ctx,
      "KeyEntry",
      row,
      {
        ...bound(queries.insertEntry, { ...row, at, valueBy: storedActor(ctx.caller), ...owner(ctx) }),
        // Since the value was checked, the category may have been deleted or its type changed. If so, look again.
        onlyIf: condition(ctx, findCategoryOfType, { id: categoryId, keyType }),
        ...(ifNoneMatch ? { unless: condition(ctx, queries.findSameEntry, same) } : {}),
      },
      { action: "entry.create", subject: entrySubject({ ...row, category: category.name }) },
    );
    if (written) return toKeyEntry({ ...row, createdAt: at, updatedAt: at, version: 1 });
    const standing = ifNoneMatch && (await findOwned(ctx, queries.findSameEntry, same));
    if (standing) throw changedMeanwhile(standing);
  }
  throw new AppError("UNAVAILABLE", { headers: { "Retry-After": "1" } });
}

export function updateEntry(
  ctx: Context,
  id: string,
  { name, value, environment, notes, categoryId }: UpdateEntry,
  precondition?: Precondition,
): Promise<KeyEntry> {
  return change.together(ctx, async (ctx) => {
    const row = await ctx.tx.keyEntry.findFirst({
      where: { id, ...owned(ctx, "KeyEntry") },
      select: { categoryId: true, category: { select: { keyType: true } } },
    });
    if (!row) throw new AppError("ENTRY_NOT_FOUND");
    if (categoryId !== undefined && categoryId !== row.categoryId)
      throw invalidField("categoryId", "can't be changed: create a new entry in the other category");
    const changed = value === undefined ? {} : entryValue(ctx, id, row.category.keyType as KeyType, value);
    return toKeyEntry(
      await change.update(ctx, "KeyEntry", { id }, { name, environment, notes, ...changed }, precondition),
    );
  });
}

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
