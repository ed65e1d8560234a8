import { randomUUID } from "node:crypto";
import type { Caller } from "../auth/caller";
import type { CreateEntry, KeyEntry, ListedEntry, RevealedEntry, UpdateEntry } from "../contracts/entries";
import type { Environment, KeyType } from "../contracts/primitives";
import type { SealContext } from "../crypto/vault";
import { isMissingParent } from "../db/failures";
import { lockRow } from "../db/isolation";
import { AppError, invalidField } from "../errors";
import { runtime } from "../runtime";
import { noteUndecryptable } from "./undecryptable";
import { checkEntryValue, readGroup } from "./entry-value";
import { byName, instant } from "./wire";

type Row = Omit<KeyEntry, "createdAt" | "updatedAt" | "environment" | "fieldNames"> & {
  environment: string | null;
  fieldNames: string | null;
  createdAt: Date;
  updatedAt: Date;
};

const toWire = (row: Row): KeyEntry => ({
  ...row,
  environment: row.environment as Environment | null,
  fieldNames: row.fieldNames === null ? null : (JSON.parse(row.fieldNames) as string[]),
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

/** Where an entry's value is sealed to. */
export const entryContext = (rowId: string, userId: string): SealContext => ({ table: "KeyEntry", field: "encryptedValue", rowId, userId });

/** What of a row follows from its value: checked by the category's type, then sealed. */
function sealedValue(keyType: KeyType, value: string, id: string, userId: string) {
  const fieldNames = checkEntryValue(keyType, value);
  return { fieldNames: fieldNames && JSON.stringify(fieldNames), encryptedValue: runtime().vault.seal(value, entryContext(id, userId)) };
}

const categoryOnList = { select: { name: true, keyType: true, envVarName: true, icon: true } } as const;

export async function listEntries({ userId }: Caller): Promise<ListedEntry[]> {
  const rows = await runtime().db.keyEntry.findMany({ where: { userId }, orderBy: [...byName], include: { category: categoryOnList } });
  return rows.map((row) => ({ ...toWire(row), category: { ...row.category, keyType: row.category.keyType as KeyType } }));
}

export async function getEntry({ userId }: Caller, id: string): Promise<KeyEntry> {
  const row = await runtime().db.keyEntry.findFirst({ where: { id, userId } });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  return toWire(row);
}

export async function createEntry({ userId }: Caller, { categoryId, name, value, environment, notes }: CreateEntry): Promise<KeyEntry> {
  const { db, databaseKind } = runtime();
  // The row's id is part of what the value is sealed to, so it is chosen here.
  const id = randomUUID();
  try {
    return await db.$transaction(async (tx) => {
      // The value is checked against the category's type: it must not change before the entry is there.
      await lockRow(tx, databaseKind, "KeyCategory", { id: categoryId, userId }, "SHARE");
      const category = await tx.keyCategory.findFirst({ where: { id: categoryId, userId }, select: { keyType: true } });
      if (!category) throw new AppError("CATEGORY_NOT_FOUND");
      const data = { id, userId, categoryId, name, environment, notes, ...sealedValue(category.keyType as KeyType, value, id, userId) };
      return toWire(await tx.keyEntry.create({ data }));
    });
  } catch (error) {
    if (isMissingParent(error)) throw new AppError("CATEGORY_NOT_FOUND");
    throw error;
  }
}

export function updateEntry({ userId }: Caller, id: string, { name, value, environment, notes, categoryId }: UpdateEntry): Promise<KeyEntry> {
  return runtime().db.$transaction(async (tx) => {
    const row = await tx.keyEntry.findFirst({ where: { id, userId }, select: { categoryId: true, category: { select: { keyType: true } } } });
    if (!row) throw new AppError("ENTRY_NOT_FOUND");
    if (categoryId !== undefined && categoryId !== row.categoryId) throw invalidField("categoryId", "can't be changed: make a new entry in the other category");
    const change = value === undefined ? {} : sealedValue(row.category.keyType as KeyType, value, id, userId);
    // updateMany: an entry that was deleted meanwhile is no longer there to change. It sets updatedAt by itself only beside something else.
    const [updated] = await tx.keyEntry.updateManyAndReturn({ where: { id, userId }, data: { name, environment, notes, ...change, updatedAt: new Date() } });
    if (!updated) throw new AppError("ENTRY_NOT_FOUND");
    return toWire(updated);
  });
}

export async function deleteEntry({ userId }: Caller, id: string): Promise<void> {
  const { count } = await runtime().db.keyEntry.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("ENTRY_NOT_FOUND");
}

/** The plain value. What does not open is answered as if it were not there, and logged. */
export async function revealEntry({ userId }: Caller, id: string): Promise<RevealedEntry> {
  const { db, vault } = runtime();
  const row = await db.keyEntry.findFirst({
    where: { id, userId },
    select: { name: true, environment: true, encryptedValue: true, category: { select: { keyType: true } } },
  });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  try {
    const text = vault.open(row.encryptedValue, entryContext(id, userId));
    return { id, name: row.name, value: row.category.keyType === "group" ? readGroup(text) : text, environment: row.environment as Environment | null };
  } catch (error) {
    noteUndecryptable("KeyEntry", id, error);
    throw new AppError("ENTRY_NOT_FOUND");
  }
}
