import type { Caller } from "../auth/caller";
import type { CreateEntry, KeyEntry, ListedEntry, RevealedEntry, UpdateEntry } from "../contracts/entries";
import type { Precondition } from "../contracts/precondition";
import type { Environment, KeyType } from "../contracts/primitives";
import { sealedIn } from "../crypto/sealed-columns";
import { storedInstant } from "../db/instant";
import { findCategoryOfType, findCategoryType } from "../db/queries/categories";
import * as queries from "../db/queries/entries";
import { bound } from "../db/queries/query";
import { newRowId } from "../db/row-id";
import { AppError, invalidField } from "../errors";
import { runtime } from "../runtime";
import { noteUndecryptable } from "./undecryptable";
import { checkEntryValue, readGroup } from "./entry-value";
import { changedMeanwhile, meantFor, nextVersion, notWritten } from "./versions";
import { instant } from "../db/wire";

type Row = Omit<KeyEntry, "createdAt" | "updatedAt" | "environment" | "fieldNames"> & {
  environment: string | null;
  fieldNames: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
};

const toWire = (row: Row): KeyEntry => ({
  ...row,
  environment: row.environment as Environment | null,
  fieldNames: row.fieldNames === null ? null : (JSON.parse(row.fieldNames) as string[]),
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

/** What of a row follows from its value: checked by the category's type, then sealed. */
function sealedValue(keyType: KeyType, value: string, id: string, userId: string) {
  const fieldNames = checkEntryValue(keyType, value);
  return {
    fieldNames: fieldNames && JSON.stringify(fieldNames),
    encryptedValue: runtime().vault.seal(value, sealedIn("KeyEntry", id, userId)),
  };
}

export async function listEntries({ userId }: Caller): Promise<ListedEntry[]> {
  const rows = await runtime().reads.all(queries.listEntries, { userId });
  return rows.map(({ categoryName, keyType, envVarName, icon, ...row }) => ({
    ...toWire(row),
    category: { name: categoryName, keyType: keyType as KeyType, envVarName, icon },
  }));
}

export async function getEntry({ userId }: Caller, id: string): Promise<KeyEntry> {
  const row = await runtime().reads.get(queries.findEntry, { id, userId });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  return toWire(row);
}

const attemptsMax = 20;

/** With `ifNoneMatch` only if the category has none of this name and environment. */
export async function createEntry(
  { userId }: Caller,
  { categoryId, name, value, environment = null, notes = null }: CreateEntry,
  { ifNoneMatch }: Precondition = {},
): Promise<KeyEntry> {
  const { reads, writes } = runtime();
  // The row's id is part of what the value is sealed to, so it is chosen here.
  const id = newRowId();
  const at = storedInstant(new Date());
  const same = { userId, name, categoryId, environment };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const category = await reads.get(findCategoryType, { id: categoryId, userId });
    if (!category) throw new AppError("CATEGORY_NOT_FOUND");
    const { keyType } = category;
    const { fieldNames, encryptedValue } = sealedValue(keyType as KeyType, value, id, userId);
    const written = await writes.run({
      ...bound(queries.insertEntry, {
        id,
        userId,
        categoryId,
        name,
        environment,
        notes,
        fieldNames,
        encryptedValue,
        at,
      }),
      // Since the value was checked, the category may have been deleted or have become another type: then look again.
      provided: bound(findCategoryOfType, { id: categoryId, userId, keyType }),
      ...(ifNoneMatch ? { unless: bound(queries.findSameEntry, same) } : {}),
    });
    if (written)
      return toWire({ id, categoryId, name, environment, notes, fieldNames, createdAt: at, updatedAt: at, version: 1 });
    const standing = ifNoneMatch && (await reads.get(queries.findSameEntry, same));
    if (standing) throw changedMeanwhile(standing);
  }
  throw new AppError("UNAVAILABLE", { headers: { "Retry-After": "1" } });
}

export function updateEntry(
  { userId }: Caller,
  id: string,
  { name, value, environment, notes, categoryId }: UpdateEntry,
  precondition: Precondition = {},
): Promise<KeyEntry> {
  return runtime().db.$transaction(async (tx) => {
    const row = await tx.keyEntry.findFirst({
      where: { id, userId },
      select: { categoryId: true, category: { select: { keyType: true } } },
    });
    if (!row) throw new AppError("ENTRY_NOT_FOUND");
    if (categoryId !== undefined && categoryId !== row.categoryId)
      throw invalidField("categoryId", "can't be changed: make a new entry in the other category");
    const change = value === undefined ? {} : sealedValue(row.category.keyType as KeyType, value, id, userId);
    // updateMany: an entry that was deleted meanwhile is no longer there to change.
    const [updated] = await tx.keyEntry.updateManyAndReturn({
      where: { id, userId, ...meantFor(precondition) },
      data: { name, environment, notes, ...change, version: nextVersion },
    });
    if (!updated) throw notWritten(await tx.keyEntry.findFirst({ where: { id, userId } }), "ENTRY_NOT_FOUND");
    return toWire(updated);
  });
}

export async function deleteEntry({ userId }: Caller, id: string, precondition: Precondition = {}): Promise<void> {
  const { db } = runtime();
  const { count } = await db.keyEntry.deleteMany({ where: { id, userId, ...meantFor(precondition) } });
  if (count === 0) throw notWritten(await db.keyEntry.findFirst({ where: { id, userId } }), "ENTRY_NOT_FOUND");
}

/** The plain value, and which version that is. What does not open is answered as if it were not there, and logged. */
export async function revealEntry({ userId }: Caller, id: string): Promise<RevealedEntry & { version: number }> {
  const { reads, vault } = runtime();
  const row = await reads.get(queries.findSealedEntry, { id, userId });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  try {
    const text = vault.open(row.encryptedValue, sealedIn("KeyEntry", id, userId));
    return {
      id,
      name: row.name,
      value: row.keyType === "group" ? readGroup(text) : text,
      environment: row.environment as Environment | null,
      version: row.version,
    };
  } catch (error) {
    noteUndecryptable("KeyEntry", id, error);
    throw new AppError("ENTRY_NOT_FOUND");
  }
}
