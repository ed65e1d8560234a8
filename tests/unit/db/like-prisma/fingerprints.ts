import { randomUUID } from "node:crypto";
import { type Case, type Cases, each, type Own } from "./cases";
import type { Stored } from "./random-vault";

const versions = [1, 2, 5];

/** The counterparts, in Prisma, of the queries that compare values. */
export function fingerprintsLikePrisma(own: Own): Record<string, Cases> {
  const marks = { id: true, valueVersion: true, valueId: true, valueAt: true } as const;

  /** Three former values of each entry, of as many bytes as their version. */
  async function addFormer({ userId, entryIds }: Stored): Promise<void> {
    await own().db.entryVersion.createMany({
      data: entryIds.flatMap((entryId) =>
        versions.map((version) => ({
          id: randomUUID(),
          userId,
          entryId,
          version,
          encryptedValue: new Uint8Array(version),
          createdAt: new Date(version),
          samePlace: version % 2,
        })),
      ),
    });
  }

  /** For the ids of both owners' rows. A list can't be empty. */
  const ofBoth = async ({ userId }: Stored, ids: readonly string[], rows: () => Promise<object[]>): Promise<Case[]> =>
    ids.length === 0 ? [] : [[{ userId, ids }, await rows()]];

  const known = new Map<string, ReturnType<typeof add>>();
  /** The first one's, for all queries that read them. */
  const former = (mine: Stored, others: Stored) => {
    const rows = known.get(mine.userId) ?? add(mine, others);
    known.set(mine.userId, rows);
    return rows;
  };
  const add = async (mine: Stored, others: Stored) => {
    await addFormer(mine);
    await addFormer(others);
    return own().db.entryVersion.findMany({ where: { userId: mine.userId }, omit: { encryptedValue: false } });
  };

  const entryPlaces = async (where: object) =>
    (
      await own().db.keyEntry.findMany({
        where,
        select: {
          id: true,
          name: true,
          environment: true,
          fieldNames: true,
          createdAt: true,
          categoryId: true,
          valueVersion: true,
          valueId: true,
          valueAt: true,
          category: true,
        },
      })
    ).map(({ category: { name, envVarName }, ...row }) => ({ ...row, category: name, envVarName }));

  return {
    listValueMarks: async ({ userId }, _, within) => [
      [{ userId }, await own().db.keyEntry.findMany({ where: { ...within.entry, userId }, select: marks })],
    ],
    findMarkedValues: (mine, others, within) =>
      ofBoth(mine, [...mine.entryIds, ...others.entryIds], async () =>
        (
          await own().db.keyEntry.findMany({
            where: { ...within.entry, userId: mine.userId },
            select: { ...marks, encryptedValue: true, category: { select: { keyType: true } } },
          })
        ).map(({ category, ...row }) => ({ ...row, ...category })),
      ),
    findEntryPlaces: (mine, others, within) =>
      ofBoth(mine, [...mine.entryIds, ...others.entryIds], () => entryPlaces({ ...within.entry, userId: mine.userId })),
    findEntryPlace: ({ userId, entryIds }, others, within) =>
      each([...entryIds, ...others.entryIds, randomUUID()], userId, async (where) =>
        (await entryPlaces({ ...within.entry, ...where })).map((row) => [row.id, row]),
      ),
    listFormerValues: async (mine, others) => {
      const rows = await former(mine, others);
      const lengths = rows.map(({ encryptedValue }) => encryptedValue.length).sort((one, other) => one - other);
      const between = async (least: number, most: number) => {
        const cases = await ofBoth(mine, [...mine.entryIds, ...others.entryIds], () =>
          Promise.resolve(
            rows.map(({ id, entryId, version, encryptedValue }) => ({
              id,
              entryId,
              version,
              bytes: encryptedValue.length,
              encryptedValue: encryptedValue.length >= least && encryptedValue.length <= most ? encryptedValue : null,
            })),
          ),
        );
        return cases.map(([given, found]): Case => [{ ...given, least, most }, found]);
      };
      const middle = lengths[lengths.length >> 1] ?? 0;
      return [...(await between(1, 0)), ...(await between(middle, middle)), ...(await between(0, middle - 1))];
    },
    listKeptVersions: async (mine, others) => {
      const rows = await former(mine, others);
      const kept = async (samePlace: number) => {
        const reached = rows.filter((row) => row.samePlace >= samePlace);
        const cases = await ofBoth(mine, [...mine.entryIds, ...others.entryIds], () =>
          Promise.resolve(reached.map(({ entryId, version }) => ({ entryId, version }))),
        );
        return cases.map(([given, found]): Case => [{ ...given, samePlace }, found]);
      };
      return [...(await kept(0)), ...(await kept(1))];
    },
    findFormerValues: async (mine, others) => {
      const rows = await former(mine, others);
      const theirs = await own().db.entryVersion.findMany({ where: { userId: others.userId }, select: { id: true } });
      return ofBoth(mine, [...rows, ...theirs].map(({ id }) => id).slice(0, 100), () =>
        Promise.resolve(rows.slice(0, 100).map(({ id, entryId, encryptedValue }) => ({ id, entryId, encryptedValue }))),
      );
    },
    listEnvFilePlaces: async ({ userId }, _, within) => [
      [
        { userId },
        (
          await own().db.envFile.findMany({
            where: { ...within.file, userId },
            orderBy: [{ project: { name: "asc" } }, { projectId: "asc" }, { fileType: "asc" }],
            select: { id: true, projectId: true, fileType: true, project: { select: { name: true } } },
          })
        ).map(({ project, ...row }) => ({ ...row, project: project.name })),
      ],
    ],
  };
}
