import type { Caller } from "../auth/caller";
import type { CreateCategory, KeyCategory, UpdateCategory } from "../contracts/categories";
import type { KeyType } from "../contracts/primitives";
import { lockRow } from "../db/isolation";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { byName, instant } from "./wire";

type Row = Omit<KeyCategory, "createdAt" | "updatedAt" | "keyType"> & { keyType: string; createdAt: Date; updatedAt: Date };

const toWire = (row: Row): KeyCategory => ({ ...row, keyType: row.keyType as KeyType, createdAt: instant(row.createdAt), updatedAt: instant(row.updatedAt) });

export async function listCategories({ userId }: Caller): Promise<KeyCategory[]> {
  const rows = await runtime().db.keyCategory.findMany({ where: { userId }, orderBy: [...byName] });
  return rows.map(toWire);
}

export async function getCategory({ userId }: Caller, id: string): Promise<KeyCategory> {
  const row = await runtime().db.keyCategory.findFirst({ where: { id, userId } });
  if (!row) throw new AppError("CATEGORY_NOT_FOUND");
  return toWire(row);
}

export async function createCategory({ userId }: Caller, input: CreateCategory): Promise<KeyCategory> {
  assertEnvVar(input);
  return toWire(await runtime().db.keyCategory.create({ data: { ...input, userId } }));
}

/** Throws when the result would not be valid: a simple category needs a variable, and types don't change under entries. */
export function updateCategory({ userId }: Caller, id: string, { name, keyType, envVarName, icon, description }: UpdateCategory): Promise<KeyCategory> {
  const { db, databaseKind } = runtime();
  return db.$transaction(async (tx) => {
    // Nobody makes an entry of the old type, or changes the other half of what must fit together, in between.
    await lockRow(tx, databaseKind, "KeyCategory", { id, userId }, "UPDATE");
    const row = await tx.keyCategory.findFirst({ where: { id, userId } });
    if (!row) throw new AppError("CATEGORY_NOT_FOUND");
    const changesType = keyType !== undefined && keyType !== row.keyType;
    if (changesType && (await tx.keyEntry.findFirst({ where: { categoryId: id }, select: { id: true } }))) throw new AppError("CATEGORY_IN_USE");
    assertEnvVar({ keyType: keyType ?? row.keyType, envVarName: envVarName === undefined ? row.envVarName : envVarName });
    return toWire(await tx.keyCategory.update({ where: { id }, data: { name, keyType, envVarName, icon, description } }));
  });
}

/** Takes all entries of the category with it. */
export async function deleteCategory({ userId }: Caller, id: string): Promise<void> {
  const { count } = await runtime().db.keyCategory.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("CATEGORY_NOT_FOUND");
}

function assertEnvVar({ keyType, envVarName }: { keyType: string; envVarName?: string | null | undefined }): void {
  if (keyType === "simple" && !envVarName) {
    throw new AppError("CATEGORY_SIMPLE_REQUIRES_ENV_VAR", { details: [{ path: "envVarName", message: "is required for a simple category" }] });
  }
}
