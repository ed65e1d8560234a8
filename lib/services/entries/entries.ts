import type { Context, RequestContext } from "../../auth/context";
import type { CreateEntry, KeyEntry, ListedEntry, RevealedEntry } from "../../contracts/vault/entries";
import type { Precondition } from "../../contracts/precondition";
import { type Environment, isKeptExactly, type KeyType } from "../../contracts/primitives";
import { instant, storedInstant } from "../../db/instants";
import { findCategoryOfType, findCategoryType } from "../../db/queries/vault/categories";
import * as queries from "../../db/queries/vault/entries";
import { bound } from "../../db/queries/query";
import { newRowId } from "../../db/row-id";
import { AppError, invalidField } from "../../errors";
import { checkEntryValue, readGroup } from "./entry-value";
import { storedActor } from "../doors/actor";
import * as change from "../doors/change/change";
import { createInGroup } from "../doors/change/create-in-group";
import type { New } from "../doors/resources";
import { disclose } from "../doors/disclose/disclose";
import { rotationAt } from "../doors/change/due";
import { assertNewInside } from "../doors/inside";
import { condition, findOwned, listOwned, owner } from "../doors/owned";
import { seal } from "../doors/disclose/seal";
import { entrySubject } from "../doors/subjects";
import { rememberCreated } from "../references/fingerprints/written-values";
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
export function expiry(text: string | null): Date | null {
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
export const marks = { version: true, valueVersion: true, valueId: true, valueAt: true } as const;

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
