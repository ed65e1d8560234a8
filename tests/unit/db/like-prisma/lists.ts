import { keyTypes } from "@/lib/contracts/primitives";
import { byName } from "@/lib/db/list-order";
import { type Case, type Cases, each, inTrash, inUse, type Own, select } from "./cases";

/** The counterparts, in Prisma, of the queries of categories, two-factor tokens and env files. */
export const listsLikePrisma = (own: Own): Record<string, Cases> => ({
  listCategories: async ({ userId }, _, within) => [
    [
      { userId },
      await own().db.keyCategory.findMany({
        where: { ...within.category, userId },
        orderBy: [...byName],
        omit: inTrash,
      }),
    ],
  ],
  findCategory: (mine, others, within) =>
    each([...mine.categoryIds, ...others.categoryIds], mine.userId, async (where) =>
      (await own().db.keyCategory.findMany({ where: { ...where, ...within.category }, omit: inTrash })).map((row) => [
        row.id,
        row,
      ]),
    ),
  findCategoryType: (mine, others, within) =>
    each([...mine.categoryIds, ...others.categoryIds], mine.userId, async (where) =>
      (
        await own().db.keyCategory.findMany({
          where: { ...where, ...within.category },
          select: select("id", "keyType", "name"),
        })
      ).map(({ id, ...row }) => [id, row]),
    ),
  findCategoryOfType: async ({ userId, categoryIds: [id = ""] }, _, within) =>
    Promise.all(
      keyTypes.map(async (keyType) => [
        { id, userId, keyType },
        await own().db.keyCategory.findMany({
          where: { ...within.category, id, userId, keyType },
          select: select("id"),
        }),
      ]),
    ),
  listTwoFactorTokens: async ({ userId }) => [
    [
      { userId },
      await own().db.twoFactorToken.findMany({
        where: { userId, ...inUse },
        omit: { valueId: true, counter: true, ...inTrash },
        orderBy: [{ service: "asc" }, { accountName: "asc" }, { createdAt: "asc" }, { id: "asc" }],
      }),
    ],
  ],
  findSealedTwoFactorToken: (mine, others) =>
    each([...mine.tokenIds, ...others.tokenIds], mine.userId, async (where) =>
      (
        await own().db.twoFactorToken.findMany({
          where: { ...where, ...inUse },
          select: select("id", "service", "accountName", "encryptedSecret", "valueId", "type", "counter"),
        })
      ).map(({ id, ...row }) => [id, row]),
    ),
  findSealedEnvFile: async (mine, others, within) =>
    Promise.all(
      [mine, others].map(async ({ fileIds: [id = ""], projectId }) => {
        const where = { id, projectId, userId: mine.userId };
        return [
          where,
          (
            await own().db.envFile.findMany({
              where: { ...where, ...within.file },
              select: {
                ...select("fileType", "encryptedContent", "version", "valueId", "valueVersion"),
                project: { select: { name: true } },
              },
            })
          ).map(({ project, ...row }) => ({ ...row, project: project.name })),
        ] as Case;
      }),
    ),
});
