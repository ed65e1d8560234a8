import { keyTypes } from "@/lib/contracts/primitives";
import { byName } from "@/lib/db/wire";
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
    each([...mine.categoryIds, ...others.categoryIds], mine.userId, (where) =>
      own().db.keyCategory.findFirst({ where: { ...where, ...within.category }, omit: inTrash }),
    ),
  findCategoryType: (mine, others, within) =>
    each([...mine.categoryIds, ...others.categoryIds], mine.userId, (where) =>
      own().db.keyCategory.findFirst({ where: { ...where, ...within.category }, select: select("keyType", "name") }),
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
    each([...mine.tokenIds, ...others.tokenIds], mine.userId, (where) =>
      own().db.twoFactorToken.findFirst({
        where: { ...where, ...inUse },
        select: select("service", "accountName", "encryptedSecret", "valueId", "type", "counter"),
      }),
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
