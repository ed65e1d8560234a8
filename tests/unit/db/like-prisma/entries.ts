import { environments } from "@/lib/contracts/primitives";
import { storedInstant } from "@/lib/db/instants";
import { byName } from "@/lib/db/list-order";
import { type Case, type Cases, each, inUse, type Own, select } from "./cases";

/** The counterparts, in Prisma, of the queries of entries. */
export function entriesLikePrisma(own: Own): Record<string, Cases> {
  const ofEntry = [
    "id",
    "categoryId",
    "name",
    "environment",
    "notes",
    "fieldNames",
    "expiresAt",
    "rotateEveryDays",
    "valueAt",
    "createdAt",
    "updatedAt",
    "version",
  ] as const;
  return {
    listEntries: async ({ userId }, _, within) => {
      const rows = await own().db.keyEntry.findMany({
        where: { ...within.entry, userId },
        orderBy: [...byName],
        select: { ...select(...ofEntry), category: true },
      });
      return [
        [
          { userId },
          rows.map(({ category: { name, keyType, envVarName, icon }, ...row }) => ({
            ...row,
            categoryName: name,
            keyType,
            envVarName,
            icon,
          })),
        ],
      ];
    },
    listEntriesBehind: async ({ userId }) => {
      const rows = await own().db.keyEntry.findMany({
        where: { userId },
        orderBy: [...byName],
        select: select("id", "name", "createdAt"),
      });
      const beginning = { id: "", name: "", createdAt: new Date(0) };
      return [beginning, ...rows].map(({ createdAt, ...last }, index) => [
        { userId, ...last, createdAt: storedInstant(createdAt), limit: 3 },
        rows.slice(index, index + 3),
      ]);
    },
    findEntry: (mine, others, within) =>
      each([...mine.entryIds, ...others.entryIds], mine.userId, async (where) =>
        (await own().db.keyEntry.findMany({ where: { ...where, ...within.entry }, select: select(...ofEntry) })).map(
          (row) => [row.id, row],
        ),
      ),
    findSameEntry: async ({ userId, categoryIds: [categoryId = ""] }, _, within) =>
      Promise.all(
        [null, ...environments].map(async (environment) => {
          const row = await own().db.keyEntry.findFirst({
            where: { ...within.entry, userId, name: "billing", categoryId, environment },
            orderBy: [{ createdAt: "asc" }, { id: "asc" }],
            select: select("id", "version"),
          });
          return [{ userId, name: "billing", categoryId, environment }, row ? [row] : []] as Case;
        }),
      ),
    findSealedEntry: (mine, others, within) =>
      each([...mine.entryIds, ...others.entryIds], mine.userId, async (where) => {
        const rows = await own().db.keyEntry.findMany({
          where: { ...where, ...within.entry },
          select: {
            ...select("id", "name", "environment", "encryptedValue", "version", "valueVersion", "valueId"),
            category: true,
          },
        });
        return rows.map(({ id, category: { keyType, name: category }, ...row }) => [id, { ...row, keyType, category }]);
      }),
    findEntryIds: async ({ userId, entryIds }, others, within) =>
      entryIds.length === 0
        ? []
        : [
            [
              { userId, ids: [...entryIds, ...others.entryIds] },
              await own().db.keyEntry.findMany({
                where: { ...within.entry, userId },
                select: select("id"),
                orderBy: { id: "asc" },
              }),
            ],
          ],
    listExported: async ({ userId }, _, within) =>
      Promise.all(
        [
          {},
          { environment: "staging" },
          { environment: "none" },
          { name: "billing" },
          { environment: "production", name: "billing" },
        ].map(async (filter) => [
          { userId, environment: null, name: null, ...filter },
          await own().db.keyEntry.findMany({
            where: {
              ...within.entry,
              userId,
              ...filter,
              ...(filter.environment === "none" ? { environment: null } : {}),
              category: { keyType: { in: ["simple", "group"] } },
            },
            select: select("id"),
            orderBy: [{ category: { name: "asc" } }, ...byName],
          }),
        ]),
      ),
    findSealedEntries: async ({ userId, entryIds }, others, within) => {
      const rows = await own().db.keyEntry.findMany({
        where: { ...within.entry, userId },
        select: { ...select("id", "name", "environment", "encryptedValue", "valueId"), category: true },
        orderBy: { id: "asc" },
      });
      return entryIds.length === 0
        ? []
        : [
            [
              { userId, ids: [...entryIds, ...others.entryIds] },
              rows.map(({ category: { name, keyType, envVarName }, ...row }) => ({
                ...row,
                category: name,
                keyType,
                envVarName,
              })),
            ],
          ];
    },
    listReferred: async ({ userId }, others, within) => {
      const rows = await own().db.keyEntry.findMany({
        where: { ...within.entry, userId },
        include: { category: true },
      });
      const inCategories = await own().db.keyCategory.findMany({ where: { userId: { in: [userId, others.userId] } } });
      const foreign = await own().db.keyEntry.findMany({ where: { userId: others.userId } });
      const names = [...new Set(["billing", ...rows.map(({ name }) => name), ...foreign.map(({ name }) => name)])];
      const of = (categories: readonly string[], wanted: readonly string[]) =>
        [
          { userId, categories, names: wanted },
          rows
            .filter(({ name, category }) => wanted.includes(name) && categories.includes(category.name))
            .map(({ id, name, environment, categoryId, fieldNames, category }) => ({
              id,
              name,
              environment,
              categoryId,
              fieldNames,
              category: category.name,
              keyType: category.keyType,
            }))
            .sort((one, other) => (one.id < other.id ? -1 : 1)),
        ] as Case;
      const categories = inCategories.map(({ name }) => name);
      return [of(categories, names), of(categories.slice(0, 1), ["billing"]), of(["none at all"], names)];
    },
    listEntryNames: async ({ userId }, _, within) => {
      const rows = await own().db.keyEntry.findMany({
        where: { ...within.entry, userId, category: { keyType: { in: ["simple", "group"] } } },
        orderBy: [...byName],
        include: { category: true },
      });
      return [
        [
          { userId },
          rows.map(({ id, categoryId, name, environment, fieldNames, category }) => ({
            entryId: id,
            categoryId,
            category: category.name,
            entry: name,
            environment,
            fieldNames,
            envVarName: category.envVarName,
          })),
        ],
      ];
    },
    countOwned: async ({ userId }, _, within) => {
      const where = { userId };
      const entries = await own().db.keyEntry.findMany({
        where: { ...where, ...within.entry },
        include: { category: true },
      });
      const groups = new Map<string, typeof entries>();
      for (const entry of entries) {
        const group = JSON.stringify([entry.category.keyType, entry.environment]);
        groups.set(group, [...(groups.get(group) ?? []), entry]);
      }
      const none = { keyType: null, environment: null };
      return [
        [
          where,
          [
            {
              what: "category",
              ...none,
              n: await own().db.keyCategory.count({ where: { ...where, ...within.category } }),
            },
            {
              what: "token",
              ...none,
              n: within.isBounded ? 0 : await own().db.twoFactorToken.count({ where: { ...where, ...inUse } }),
            },
            ...[...groups.values()].map((group) => ({
              what: "entry",
              keyType: group[0]?.category.keyType,
              environment: group[0]?.environment,
              n: group.length,
            })),
          ],
        ],
      ];
    },
    listTrashedTogether: async ({ userId }, _, within) => {
      const entries = await own().db.keyEntry.findMany({
        where: { ...within.entry, userId, trashId: { not: null } },
        include: { category: true, trash: true },
        orderBy: [{ trash: { deletedAt: "desc" } }, { id: "desc" }],
      });
      return [
        [
          { userId },
          entries.flatMap(({ id, trashId, name, environment, category, trash }) =>
            trash === null || id === trashId
              ? []
              : [
                  {
                    ...{ id, trashId, name, environment, within: category.name },
                    ...{ deletedBy: trash.deletedBy, deletedAt: trash.deletedAt },
                  },
                ],
          ),
        ],
      ];
    },
    listTrash: async ({ userId }, _, within) => {
      const items = await own().db.trashItem.findMany({
        where: { userId },
        orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
        omit: { userId: true },
      });
      const where = { userId, trashId: { not: null } };
      const entries = await own().db.keyEntry.findMany({
        where: { ...within.entry, ...where },
        include: { category: true },
      });
      const files = await own().db.envFile.findMany({
        where: { ...within.file, ...where },
        include: { project: true },
      });
      const projects = await own().db.envProject.findMany({
        where: { ...within.project, userId, trashId: undefined },
      });
      return [
        [
          { userId },
          items.flatMap((item) => {
            const place =
              entries.find(({ id }) => id === item.id)?.category.name ??
              files.find(({ id }) => id === item.id)?.project.name;
            const project = projects.find(({ id }) => id === item.id);
            const held = files.filter(({ trashId }) => trashId === item.id).length;
            const isProject = project !== undefined && (project.trashId !== null || held > 0);
            const isHidden = place === undefined && !isProject && within.isBounded;
            const contents = isProject ? held : item.contents;
            return isHidden ? [] : [{ ...item, within: place ?? item.within, contents }];
          }),
        ],
      ];
    },
  };
}
