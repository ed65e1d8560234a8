import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { environments, keyTypes } from "@/lib/contracts/primitives";
import type { Runtime } from "@/lib/runtime";

const text = fc.string({ unit: "binary", maxLength: 20 }).filter((name) => name.isWellFormed() && !name.includes("\0"));
const instant = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((array) => new Uint8Array(array));
const rarely = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);
export const randomVault = fc.record({
  categories: fc.array(
    fc.record({
      name: text,
      keyType: fc.constantFrom(...keyTypes),
      envVarName: fc.option(text),
      icon: fc.option(text),
      description: fc.option(text),
      createdAt: instant,
      isTrashed: rarely,
    }),
    { minLength: 1, maxLength: 4 },
  ),
  entries: fc.array(
    fc.record({
      of: fc.nat(3),
      name: fc.oneof(text, fc.constant("billing")),
      environment: fc.option(fc.constantFrom(...environments)),
      notes: fc.option(text),
      fieldNames: fc.option(text),
      createdAt: instant,
      encryptedValue: bytes,
      expiresAt: fc.option(instant),
      rotateEveryDays: fc.option(fc.integer({ min: 1, max: 3_650 })),
      rotateAt: fc.option(instant),
      version: fc.integer({ min: 1, max: 9 }),
      isTrashed: rarely,
    }),
    { maxLength: 12 },
  ),
  tokens: fc.array(
    fc.record({
      service: text,
      accountName: text,
      notes: fc.option(text),
      encryptedSecret: bytes,
      createdAt: instant,
      isTrashed: rarely,
    }),
    { maxLength: 4 },
  ),
  file: bytes,
  isFileTrashed: rarely,
  /** A project in the trash, with files of these types. */
  trashed: fc.option(
    fc.record({
      name: fc.constantFrom("shop", "elsewhere"),
      types: fc.subarray(["env", "env.development", "env.production"]),
      /** Back without its files. */
      isBack: rarely,
    }),
  ),
});

/** A random vault, inserted by Prisma. */
export async function stored(
  { db }: Pick<Runtime, "db">,
  {
    categories,
    entries,
    tokens,
    file,
    isFileTrashed,
    trashed,
  }: typeof randomVault extends fc.Arbitrary<infer V> ? V : never,
) {
  const { id: userId } = await db.user.create({
    data: { email: randomUUID(), passwordHash: "not-a-hash", factors: "code" },
  });
  /** A new id, and if the row is in the trash, that of the item. */
  const newId = async (isTrashed: boolean, kind: string) => {
    const id = randomUUID();
    if (isTrashed) await db.trashItem.create({ data: { id, userId, kind, name: "name", deletedBy: "{}" } });
    return { id, userId, trashId: isTrashed ? id : null };
  };
  const stands: { id: string; trashId: string | null }[] = [];
  for (const { isTrashed, ...data } of categories)
    stands.push(await db.keyCategory.create({ data: { ...data, ...(await newId(isTrashed, "category")) } }));
  const categoryIds = stands.map(({ id }) => id);
  const entryIds: string[] = [];
  for (const { of, isTrashed, ...data } of entries) {
    const category = stands[of % stands.length] ?? expect.fail("there is a category");
    const own = await newId(isTrashed, "entry");
    const row = { ...data, ...own, categoryId: category.id, trashId: own.trashId ?? category.trashId };
    entryIds.push((await db.keyEntry.create({ data: row })).id);
  }
  const tokenIds: string[] = [];
  for (const { isTrashed, ...data } of tokens) {
    const row = { ...data, ...(await newId(isTrashed, "two-factor-token")) };
    tokenIds.push((await db.twoFactorToken.create({ data: row })).id);
  }
  const project = await db.envProject.create({
    data: {
      userId,
      name: "shop",
      files: { create: { ...(await newId(isFileTrashed, "env-file")), fileType: "env", encryptedContent: file } },
    },
    include: { files: true },
  });
  if (trashed) {
    const { name, types, isBack } = trashed;
    const own = await newId(true, "env-project");
    const { trashId } = own;
    const files = types.map((fileType) => ({ userId, trashId, fileType, encryptedContent: file }));
    await db.envProject.create({ data: { ...own, ...(isBack && { trashId: null }), name, files: { create: files } } });
    await db.trashItem.update({ where: { id: own.id }, data: { contents: files.length } });
  }
  const session = await db.session.create({
    data: {
      userId,
      tokenHash: randomUUID(),
      method: "password",
      provenAt: new Date(1),
      expiresAt: new Date(2),
      mac: "not-a-mac",
    },
    omit: { tokenHash: false },
  });
  const key = await db.accessKey.create({
    data: { userId, name: "ci", keyHash: randomUUID(), keyPrefix: "svc_x", scopes: "entries:read", mac: "not-a-mac" },
    omit: { keyHash: false },
  });
  return {
    userId,
    categoryIds,
    entryIds,
    tokenIds,
    projectId: project.id,
    fileIds: project.files.map(({ id }) => id),
    session,
    key,
  };
}
export type Stored = Awaited<ReturnType<typeof stored>>;
