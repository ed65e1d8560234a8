import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/auth/caller";
import { environments, keyTypes } from "@/lib/contracts/primitives";
import { byName } from "@/lib/db/list-order";
import { listCategories } from "@/lib/services/entries/categories";
import { storedActor } from "@/lib/services/doors/actor";
import { createEntry, getEntry, listEntries, revealEntry } from "@/lib/services/entries/entries";
import { readNames } from "@/lib/services/ai-extract/names";
import { getStats } from "@/lib/services/stats";
import { listTwoFactorTokens } from "@/lib/services/two-factor/tokens";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const text = fc.string({ unit: "binary", maxLength: 20 }).filter((name) => name.isWellFormed() && !name.includes("\0"));
const instant = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
const vault = fc.record({
  categories: fc.array(
    fc.record({
      name: text,
      keyType: fc.constantFrom(...keyTypes),
      icon: fc.option(text),
      description: fc.option(text),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  entries: fc.array(
    fc.record({
      of: fc.nat(3),
      name: text,
      environment: fc.option(fc.constantFrom(...environments)),
      notes: fc.option(text),
      at: instant,
      expiresAt: fc.option(instant),
      rotateEveryDays: fc.option(fc.integer({ min: 1, max: 3_650 })),
      valueAt: fc.option(instant),
    }),
    { maxLength: 12 },
  ),
  tokens: fc.array(fc.record({ service: text, accountName: text }), { maxLength: 4 }),
});

/** Inserts a random vault with Prisma, and returns its owner. */
async function stored({
  categories,
  entries,
  tokens,
}: typeof vault extends fc.Arbitrary<infer V> ? V : never): Promise<Caller> {
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  const made = [];
  for (const category of categories)
    made.push(
      await own.db.keyCategory.create({
        data: { ...category, userId, envVarName: category.keyType === "simple" ? "NAME" : null },
      }),
    );
  for (const { of, at, ...entry } of entries) {
    const category = made[of % made.length];
    if (category)
      await own.db.keyEntry.create({
        data: {
          ...entry,
          userId,
          categoryId: category.id,
          createdAt: at,
          fieldNames: category.keyType === "group" ? '["A"]' : null,
          encryptedValue: new Uint8Array(1),
        },
      });
  }
  for (const token of tokens)
    await own.db.twoFactorToken.create({ data: { ...token, userId, encryptedSecret: new Uint8Array(1) } });
  return { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
}

const wire = <R extends { createdAt: Date; updatedAt: Date }>(row: R) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

test("the fast reads return the same as Prisma, over random vaults", async () => {
  await fc.assert(
    fc.asyncProperty(vault, async (random) => {
      const caller = await stored(random);
      const { userId } = caller;
      const where = { userId };
      expect(await listCategories({ caller })).toEqual(
        (await own.db.keyCategory.findMany({ where, orderBy: [...byName], omit: { trashId: true } })).map(wire),
      );
      const rows = await own.db.keyEntry.findMany({
        where,
        orderBy: [...byName],
        omit: {
          userId: true,
          valueId: true,
          valueVersion: true,
          valueBy: true,
          rotateAt: true,
          toldExpiresAt: true,
          toldRotateAt: true,
          trashId: true,
        },
        include: { category: { select: { name: true, keyType: true, envVarName: true, icon: true } } },
      });
      const entries = rows.map(({ valueAt, ...row }) => ({
        ...wire(row),
        expiresAt: row.expiresAt?.toISOString() ?? null,
        valueChangedAt: (valueAt ?? row.createdAt).toISOString(),
        fieldNames: row.fieldNames === null ? null : (JSON.parse(row.fieldNames) as string[]),
      }));
      expect((await listEntries({ caller })).map((entry) => ({ ...entry, userId: undefined }))).toEqual(
        entries.map((entry) => ({ ...entry, userId: undefined })),
      );
      const namable = rows.filter(({ category }) => category.keyType === "simple" || category.keyType === "group");
      expect(await readNames({ caller })).toEqual(
        namable.map(({ id, categoryId, name, environment, category }) => ({
          entryId: id,
          categoryId,
          category: category.name,
          entry: name,
          environment,
          envVarNames: [category.keyType === "group" ? "A" : "NAME"],
        })),
      );
      for (const { id, category: _, ...entry } of entries)
        expect(await getEntry({ caller }, id)).toMatchObject({ id, ...entry });
      expect(await listTwoFactorTokens({ caller })).toEqual(
        (
          await own.db.twoFactorToken.findMany({
            where,
            omit: { valueId: true, counter: true, trashId: true },
            orderBy: [{ service: "asc" }, { accountName: "asc" }, { createdAt: "asc" }, { id: "asc" }],
          })
        ).map(wire),
      );
      const count = (environment: string | null) => own.db.keyEntry.count({ where: { userId, environment } });
      const stats = await getStats({ caller });
      expect([stats.totalCategories, stats.totalEntries, stats.total2fa]).toEqual([
        random.categories.length,
        random.entries.length,
        random.tokens.length,
      ]);
      for (const environment of environments) expect(stats.byEnvironment[environment]).toBe(await count(environment));
      for (const keyType of keyTypes)
        expect(stats.byKeyType[keyType]).toBe(
          await own.db.keyEntry.count({ where: { userId, category: { keyType } } }),
        );
    }),
    { numRuns: 60 },
  );
});

test("an entry created in a group of writes equals, column by column, the one that Prisma would have created", async () => {
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  const caller: Caller = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
  const category = await own.db.keyCategory.create({ data: { userId, name: "Database", keyType: "group" } });
  const { id } = await createEntry(
    { caller },
    {
      categoryId: category.id,
      name: "billing",
      value: '{"USER":"ada"}',
      environment: "staging",
      notes: null,
    },
  );
  const plain = await own.db.keyEntry.create({
    data: {
      userId,
      categoryId: category.id,
      name: "billing",
      environment: "staging",
      fieldNames: '["USER"]',
      valueBy: storedActor(caller),
      encryptedValue: new Uint8Array(1),
    },
  });
  const shape = async (rowId: string) =>
    Object.entries(
      (await own.db.$queryRaw<Record<string, unknown>[]>`SELECT * FROM "KeyEntry" WHERE "id" = ${rowId}`)[0] ?? {},
    ).map(([column, value]) => [
      column,
      value === null ? null : typeof value,
      column === "encryptedValue" ? 0 : String(value).length,
    ]);
  expect(await shape(id)).toEqual(await shape(plain.id));
  expect(await revealEntry({ caller }, id)).toMatchObject({ value: { USER: "ada" } });
});

test("a write of any kind to a user's data raises their revision, and nobody else's", async () => {
  const [owner, other] = [
    await own.db.user.create({ data: { email: randomUUID() } }),
    await own.db.user.create({ data: { email: randomUUID() } }),
  ];
  const userId = owner.id;
  const revision = async (id: string) =>
    (await own.db.user.findUniqueOrThrow({ where: { id }, select: { revision: true } })).revision;
  let last = await revision(userId);
  const raises = async <T>(write: () => Promise<T>): Promise<T> => {
    const result = await write();
    const now = await revision(userId);
    expect(now).toBeGreaterThan(last);
    last = now;
    return result;
  };
  const { db } = own;
  const category = await raises(() =>
    db.keyCategory.create({ data: { userId, name: "Stripe", keyType: "simple", envVarName: "KEY" } }),
  );
  await raises(() => db.keyCategory.update({ where: { id: category.id }, data: { name: "Stripe 2" } }));
  const entry = await raises(() =>
    db.keyEntry.create({
      data: { userId, categoryId: category.id, name: "billing", encryptedValue: new Uint8Array(1) },
    }),
  );
  await raises(() => db.keyEntry.updateMany({ where: { id: entry.id }, data: { notes: "x" } }));
  await raises(() => db.keyCategory.delete({ where: { id: category.id } }));
  const token = await raises(() =>
    db.twoFactorToken.create({
      data: { userId, service: "GitHub", accountName: "ada", encryptedSecret: new Uint8Array(1) },
    }),
  );
  await raises(() => db.twoFactorToken.deleteMany({ where: { id: token.id } }));
  const project = await raises(() => db.envProject.create({ data: { userId, name: "shop" } }));
  await raises(() =>
    db.envFile.create({
      data: { userId, projectId: project.id, fileType: "env", encryptedContent: new Uint8Array(1) },
    }),
  );
  await raises(() => db.envProject.delete({ where: { id: project.id } }));
  expect(await revision(other.id)).toBe(0);
});
