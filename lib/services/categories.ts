import type { Caller } from "../auth/caller";
import type { CreateCategory, KeyCategory, UpdateCategory } from "../contracts/categories";
import type { Precondition } from "../contracts/precondition";
import type { KeyType } from "../contracts/primitives";
import { holdCategory, lockAccount } from "../db/isolation";
import * as queries from "../db/queries/categories";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { changedMeanwhile, meantFor, nextVersion, notWritten } from "./versions";
import { byName, instant } from "../db/wire";

type Row = Omit<KeyCategory, "createdAt" | "updatedAt" | "keyType"> & {
  keyType: string;
  createdAt: Date | string;
  updatedAt: Date | string;
};

const toWire = (row: Row): KeyCategory => ({
  ...row,
  keyType: row.keyType as KeyType,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

export async function listCategories({ userId }: Caller): Promise<KeyCategory[]> {
  const rows = await runtime().reads.all(queries.listCategories, { userId });
  return rows.map(toWire);
}

export async function getCategory({ userId }: Caller, id: string): Promise<KeyCategory> {
  const row = await runtime().reads.get(queries.findCategory, { id, userId });
  if (!row) throw new AppError("CATEGORY_NOT_FOUND");
  return toWire(row);
}

/** With `ifNoneMatch` only if there is none of this name, type and variable. */
export async function createCategory(
  { userId }: Caller,
  input: CreateCategory,
  { ifNoneMatch }: Precondition = {},
): Promise<KeyCategory> {
  assertEnvVar(input);
  const { db, databaseKind } = runtime();
  const data = { ...input, userId };
  if (!ifNoneMatch) return toWire(await db.keyCategory.create({ data }));
  return db.$transaction(async (tx) => {
    await lockAccount(tx, databaseKind, userId);
    const { name, keyType, envVarName = null } = input;
    const standing = await tx.keyCategory.findFirst({
      where: { userId, name, keyType, envVarName },
      orderBy: [...byName],
    });
    if (standing) throw changedMeanwhile(standing);
    return toWire(await tx.keyCategory.create({ data }));
  });
}

/** Throws when the result would not be valid: a simple category needs a variable, and types don't change under entries. */
export function updateCategory(
  { userId }: Caller,
  id: string,
  { name, keyType, envVarName, icon, description }: UpdateCategory,
  precondition: Precondition = {},
): Promise<KeyCategory> {
  const { db, databaseKind } = runtime();
  return db.$transaction(async (tx) => {
    // Nobody makes an entry of the old type, or changes the other half of what must fit together, in between.
    await holdCategory(tx, databaseKind, { id, userId });
    const row = await tx.keyCategory.findFirst({ where: { id, userId } });
    if (!row) throw new AppError("CATEGORY_NOT_FOUND");
    const changesType = keyType !== undefined && keyType !== row.keyType;
    if (changesType && (await tx.keyEntry.findFirst({ where: { categoryId: id }, select: { id: true } })))
      throw new AppError("CATEGORY_IN_USE");
    assertEnvVar({
      keyType: keyType ?? row.keyType,
      envVarName: envVarName === undefined ? row.envVarName : envVarName,
    });
    const [updated] = await tx.keyCategory.updateManyAndReturn({
      where: { id, userId, ...meantFor(precondition) },
      data: { name, keyType, envVarName, icon, description, version: nextVersion },
    });
    if (!updated) throw changedMeanwhile(row);
    return toWire(updated);
  });
}

/** Takes all entries of the category with it. */
export async function deleteCategory({ userId }: Caller, id: string, precondition: Precondition = {}): Promise<void> {
  const { db } = runtime();
  const { count } = await db.keyCategory.deleteMany({ where: { id, userId, ...meantFor(precondition) } });
  if (count === 0) throw notWritten(await db.keyCategory.findFirst({ where: { id, userId } }), "CATEGORY_NOT_FOUND");
}

function assertEnvVar({ keyType, envVarName }: { keyType: string; envVarName?: string | null | undefined }): void {
  if (keyType === "simple" && !envVarName) {
    throw new AppError("CATEGORY_SIMPLE_REQUIRES_ENV_VAR", {
      details: [{ path: "envVarName", message: "is required for a simple category" }],
    });
  }
}
