import { randomUUID } from "node:crypto";
import type { Caller } from "../auth/caller";
import type { CreateEntry, KeyEntry, ListedEntry, RevealedEntry, UpdateEntry } from "../contracts/entries";
import type { Environment, KeyType } from "../contracts/primitives";
import type { SealContext } from "../crypto/vault";
import { storedInstant } from "../db/instant";
import { AppError, invalidField } from "../errors";
import { describeFault, log } from "../log";
import { runtime } from "../runtime";
import { checkEntryValue, readGroup } from "./entry-value";
import { instant } from "./wire";

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

/** Where an entry's value is sealed to. */
export const entryContext = (rowId: string, userId: string): SealContext => ({ table: "KeyEntry", field: "encryptedValue", rowId, userId });

const columns = 'e."id", e."categoryId", e."name", e."environment", e."notes", e."fieldNames", e."createdAt", e."updatedAt"';

type ListedRow = Row & { categoryName: string; keyType: KeyType; envVarName: string | null; icon: string | null };

export async function listEntries({ userId }: Caller): Promise<ListedEntry[]> {
  const rows = await runtime().reads.all<ListedRow>(
    `SELECT ${columns}, c."name" AS "categoryName", c."keyType", c."envVarName", c."icon" FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE e."userId" = ? ORDER BY e."name", e."createdAt", e."id"`,
    userId,
  );
  return rows.map(({ categoryName, keyType, envVarName, icon, ...row }) => ({ ...toWire(row), category: { name: categoryName, keyType, envVarName, icon } }));
}

export async function getEntry({ userId }: Caller, id: string): Promise<KeyEntry> {
  const row = await runtime().reads.get<Row>(`SELECT ${columns} FROM "KeyEntry" e WHERE e."id" = ? AND e."userId" = ?`, id, userId);
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  return toWire(row);
}

export async function createEntry({ userId }: Caller, { categoryId, name, value, environment = null, notes = null }: CreateEntry): Promise<KeyEntry> {
  const { reads, writes, vault } = runtime();
  const category = await reads.get<{ keyType: KeyType }>('SELECT "keyType" FROM "KeyCategory" WHERE "id" = ? AND "userId" = ?', categoryId, userId);
  if (!category) throw new AppError("CATEGORY_NOT_FOUND");
  const names = checkEntryValue(category.keyType, value);
  // The row's id is part of what the value is sealed to, so it is chosen here.
  const id = randomUUID();
  const at = storedInstant(new Date());
  const row: Row = { id, categoryId, name, environment, notes, fieldNames: names && JSON.stringify(names), createdAt: at, updatedAt: at };
  const written = await writes.run({
    sql: 'INSERT INTO "KeyEntry" ("id", "userId", "categoryId", "name", "environment", "notes", "fieldNames", "encryptedValue", "createdAt", "updatedAt") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    values: [id, userId, categoryId, name, environment, notes, row.fieldNames, vault.seal(value, entryContext(id, userId)), at, at],
    // Since the value was checked, the category may have been deleted or have become another type.
    provided: { sql: 'SELECT 1 FROM "KeyCategory" WHERE "id" = ? AND "userId" = ? AND "keyType" = ?', values: [categoryId, userId, category.keyType] },
  });
  return written ? toWire(row) : createEntry({ userId } as Caller, { categoryId, name, value, environment, notes });
}

export function updateEntry({ userId }: Caller, id: string, { name, value, environment, notes, categoryId }: UpdateEntry): Promise<KeyEntry> {
  const { db, vault } = runtime();
  return db.$transaction(async (tx) => {
    const row = await tx.keyEntry.findFirst({ where: { id, userId }, select: { categoryId: true, category: { select: { keyType: true } } } });
    if (!row) throw new AppError("ENTRY_NOT_FOUND");
    if (categoryId !== undefined && categoryId !== row.categoryId) throw invalidField("categoryId", "can't be changed: make a new entry in the other category");
    const data = { name, environment, notes };
    if (value === undefined) return toWire(await tx.keyEntry.update({ where: { id }, data }));
    const fieldNames = checkEntryValue(row.category.keyType as KeyType, value);
    const encryptedValue = vault.seal(value, entryContext(id, userId));
    return toWire(await tx.keyEntry.update({ where: { id }, data: { ...data, encryptedValue, fieldNames: fieldNames && JSON.stringify(fieldNames) } }));
  });
}

export async function deleteEntry({ userId }: Caller, id: string): Promise<void> {
  const { count } = await runtime().db.keyEntry.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("ENTRY_NOT_FOUND");
}

/** The plain value. What does not open is answered as if it were not there, and logged. */
export async function revealEntry({ userId }: Caller, id: string): Promise<RevealedEntry> {
  const { reads, vault } = runtime();
  const row = await reads.get<{ name: string; environment: Environment | null; encryptedValue: Buffer; keyType: KeyType }>(
    'SELECT e."name", e."environment", e."encryptedValue", c."keyType" FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE e."id" = ? AND e."userId" = ?',
    id,
    userId,
  );
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  try {
    const text = vault.open(row.encryptedValue, entryContext(id, userId));
    return { id, name: row.name, value: row.keyType === "group" ? readGroup(text) : text, environment: row.environment };
  } catch (error) {
    log.error({ event: "undecryptable", table: "KeyEntry", rowId: id, error: describeFault(error) });
    throw new AppError("ENTRY_NOT_FOUND");
  }
}
