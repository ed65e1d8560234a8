import { randomUUID } from "node:crypto";
import type { Case, Cases, Given, Own, Within } from "./cases";
import type { Stored } from "./random-vault";

const listed = {
  id: true,
  number: true,
  at: true,
  action: true,
  actorKind: true,
  actorUserId: true,
  actorName: true,
  actorKeyId: true,
  actorKeyPrefix: true,
  address: true,
  userAgent: true,
  objectKind: true,
  objectId: true,
  objectName: true,
  count: true,
  outcome: true,
  requestId: true,
  reason: true,
} as const;

const actions = ["entry.reveal", "entry.export", "entry.create", "two-factor-token.reveal", "vault.export"];
const [person, key, token] = ["person", "key", "token"];
const instantOf = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number));
const storedAt = (number: number) => instantOf(number).toISOString().replace("Z", "+00:00");

/** The counterparts, in Prisma, of the queries of the activity. */
export function activityLikePrisma(own: Own): Record<string, Cases> {
  const records = new Map<string, ReturnType<typeof rowsOf>>();
  const rowsOf = (userId: string) =>
    Array.from({ length: 12 }, (_, index) => ({
      id: randomUUID(),
      userId,
      number: index + 1,
      at: instantOf(index),
      action: actions[index % actions.length] ?? "",
      actorKind: index % 2 === 0 ? "session" : "key",
      actorUserId: person ?? null,
      actorKeyId: index % 2 === 0 ? null : (key ?? null),
      objectKind: ["two-factor-token", "env-project", "entry", "vault", "entry"][index % 5] ?? "",
      objectId: index % 4 === 0 ? (token ?? null) : `entry ${index % 3}`,
      objectName: `thing ${index}`,
      project: [null, "billing", "shop", "elsewhere"][index % 4] ?? null,
      environment: [null, "production", "staging"][index % 3] ?? null,
      valueId: index % 5 === 0 ? null : `value ${index % 2}`,
      outcome: index === 7 ? "refused" : "done",
      mac: `mac ${index}`,
    }));
  /** Of this owner, with a head. Written once. */
  async function of(userId: string) {
    const known = records.get(userId);
    if (known) return known;
    const rows = rowsOf(userId);
    records.set(userId, rows);
    await own().db.activity.createMany({ data: rows });
    await own().db.activityHead.create({ data: { userId, number: rows.length, mac: "mac 11" } });
    return rows;
  }

  const withinOf = (isBounded: boolean, reach: readonly string[]) =>
    isBounded
      ? {
          project: { not: null, ...(reach.includes("projects") && { in: ["billing", "shop"] }) },
          ...(reach.includes("environments") && {
            OR: [{ environment: null, objectKind: "env-project" }, { environment: { in: ["production", "none"] } }],
          }),
        }
      : {};
  const newest = async (where: object, limit: number) =>
    own().db.activity.findMany({ where, orderBy: { number: "desc" }, take: limit, select: listed });
  const lists =
    (more: Given, where: object) =>
    async ({ userId }: Stored, others: Stored, { isBounded, reach }: Within): Promise<Case[]> => {
      await of(userId);
      await of(others.userId);
      type Filter = { action: string | null; outcome: string | null; hidden: string[] };
      const ask = async (filter: Filter, before = 1_000, from = 0, limit = 5) =>
        [
          { userId, before, from, sinceAt: storedAt(1), limit, ...filter, ...more },
          await newest(
            {
              userId,
              number: { lt: before, gte: from },
              at: { gte: instantOf(1) },
              action: { notIn: filter.hidden, ...(filter.action !== null && { equals: filter.action }) },
              ...(filter.outcome !== null && { outcome: filter.outcome }),
              ...where,
              ...withinOf(isBounded, reach),
            },
            limit,
          ),
        ] satisfies Case;
      return [
        await ask({ action: null, outcome: null, hidden: [""] }),
        await ask({ action: null, outcome: null, hidden: ["entry.export", "vault.export"] }, 9, 2, 100),
        await ask({ action: "entry.reveal", outcome: null, hidden: [""] }),
        await ask({ action: null, outcome: "refused", hidden: [""] }),
        await ask({ action: "entry.create", outcome: "done", hidden: [""] }),
      ];
    };
  const head = { userId: true, number: true, mac: true, startNumber: true, startMac: true, anchor: true } as const;
  const seenBy =
    (more: (userId: string) => Given, where: object) =>
    async ({ userId }: Stored, _: Stored, { isBounded, reach }: Within): Promise<Case[]> => {
      await of(userId);
      const groups = await own().db.activity.groupBy({
        by: ["objectKind", "objectId", "objectName", "valueId"],
        where: {
          userId,
          outcome: "done",
          action: {
            // Written out here too: if both had it from one list, what that lacks would be missed by nobody.
            in: [
              "entry.reveal",
              "entry.reveal-version",
              "entry.export",
              "env-file.reveal",
              "env-file.reveal-version",
              "env-file.export",
              "two-factor-token.export",
              "two-factor-token.reveal",
            ],
          },
          ...where,
          ...withinOf(isBounded, reach),
        },
        _max: { at: true },
      });
      return [[more(userId), groups.map(({ _max, ...group }) => ({ ...group, ..._max }))]];
    };
  const first = <T>(row: T | null): T[] => (row === null ? [] : [row]);

  return {
    findActivityHead: async ({ userId }) => {
      await of(userId);
      return [
        [{ userId }, [{ userId, number: 12, mac: "mac 11" }]],
        [{ userId: "none" }, []],
      ];
    },
    findWholeHead: async ({ userId }) => {
      await of(userId);
      return [[{ userId }, [await own().db.activityHead.findUniqueOrThrow({ where: { userId }, select: head })]]];
    },
    listActivityHeads: async ({ userId }) => {
      await of(userId);
      return [
        [
          { after: "", limit: 3 },
          await own().db.activityHead.findMany({ orderBy: { userId: "asc" }, take: 3, select: head }),
        ],
      ];
    },
    listHeadsFromBefore: async ({ userId }) => {
      await of(userId);
      const heads = await own().db.activityHead.findMany({
        where: { owner: { activity: { some: { at: { lt: instantOf(4) } } } } },
        orderBy: { userId: "asc" },
        take: 3,
        select: { userId: true, startNumber: true, startMac: true },
      });
      return [
        [{ after: "", at: storedAt(4), limit: 3 }, heads],
        [{ after: "", at: "1970-01-01T00:00:00.000+00:00", limit: 3 }, []],
      ];
    },
    findStray: async ({ userId }) => {
      await of(userId);
      const { number, startNumber } = await own().db.activityHead.findUniqueOrThrow({ where: { userId } });
      const strays = await own().db.activity.findMany({
        where: { userId, OR: [{ number: { gt: number } }, { number: { lte: startNumber } }] },
        orderBy: { number: "asc" },
        take: 1,
        select: { id: true, number: true },
      });
      return [[{ userId }, strays]];
    },
    listHeadless: async () => [[{ after: "", limit: 5 }, []]],
    findActivityNumber: async ({ userId }, others) => {
      const [[one], [theirs]] = [await of(userId), await of(others.userId)];
      return [
        [{ userId, id: one?.id ?? "" }, [{ number: 1 }]],
        [{ userId, id: theirs?.id ?? "" }, []],
      ];
    },
    findActivitySince: async ({ userId }) => {
      await of(userId);
      return [
        [{ userId, sinceAt: storedAt(4) }, [{ number: 5 }]],
        [{ userId, sinceAt: storedAt(99) }, []],
      ];
    },
    findLastBefore: async ({ userId }) => {
      await of(userId);
      return [
        [{ userId, at: storedAt(4), upTo: 100 }, [{ number: 4 }]],
        [{ userId, at: storedAt(4), upTo: 2 }, [{ number: 2 }]],
        [{ userId, at: storedAt(0), upTo: 100 }, []],
      ];
    },
    listChain: async ({ userId }) => {
      await of(userId);
      return [
        [
          { userId, afterNumber: 3, limit: 4 },
          await own().db.activity.findMany({
            where: { userId, number: { gt: 3 } },
            orderBy: { number: "asc" },
            take: 4,
            omit: { mac: false },
          }),
        ],
      ];
    },
    findTraceOf: async ({ userId }) => {
      await of(userId);
      const where = { userId, objectId: token ?? null, objectKind: "two-factor-token" };
      return [
        [
          { userId, kind: "two-factor-token", id: token ?? "" },
          first(
            await own().db.activity.findFirst({
              where,
              orderBy: { number: "desc" },
              select: { actorUserId: true, number: true },
            }),
          ),
        ],
      ];
    },
    findShownCode: async ({ userId }) => {
      await of(userId);
      const given = {
        userId,
        objectId: "entry 0",
        valueId: "value 1",
        actorUserId: person ?? "",
        actorKeyId: key ?? null,
      };
      const found = await own().db.activity.findFirst({
        where: { ...given, action: "two-factor-token.reveal", at: { gt: instantOf(1) } },
        orderBy: { number: "desc" },
        select: { at: true },
      });
      return [
        [{ ...given, sinceAt: storedAt(1), nowAt: storedAt(1000) }, first(found)],
        [{ ...given, sinceAt: storedAt(1), nowAt: storedAt(1) }, []],
      ];
    },
    listActivity: lists({}, {}),
    listActivityOfObject: lists({ objectId: "entry 1" }, { objectId: "entry 1" }),
    listActivityOfPerson: lists({ actorId: person ?? "" }, { actorUserId: person }),
    listActivityOfKey: lists({ actorId: key ?? "" }, { actorKeyId: key }),
    listSeenByKey: seenBy((userId) => ({ userId, keyId: key ?? "" }), { actorKeyId: key }),
    listSeenByPerson: seenBy((userId) => ({ userId, personId: person ?? "" }), { actorUserId: person }),
  };
}

/** The counterparts of those that name what the activity tells of. */
export function namesLikePrisma(own: Own): Record<string, Cases> {
  const named =
    (ids: (of: Stored) => readonly string[], find: (where: object) => Promise<object[]>) =>
    async (mine: Stored, others: Stored): Promise<Case[]> => {
      const wanted = [...ids(mine), ...ids(others)].slice(0, 20);
      return wanted.length === 0
        ? []
        : [[{ userId: mine.userId, ids: wanted }, await find({ userId: mine.userId, id: { in: wanted } })]];
    };

  let nextVersion = 100;
  return {
    nameEntries: named(
      ({ entryIds }) => entryIds,
      async (where) =>
        (await own().db.keyEntry.findMany({ where, include: { category: true } })).map(
          ({ id, name, environment, valueId, category }) => ({
            id,
            name,
            environment,
            valueId,
            category: category.name,
          }),
        ),
    ),
    nameEnvFiles: named(
      ({ fileIds }) => fileIds,
      async (where) =>
        (await own().db.envFile.findMany({ where, include: { project: true } })).map(
          ({ id, fileType, valueId, project }) => ({
            id,
            fileType,
            valueId,
            project: project.name,
          }),
        ),
    ),
    nameCategories: named(
      ({ categoryIds }) => categoryIds,
      (where) => own().db.keyCategory.findMany({ where, select: { id: true, name: true } }),
    ),
    nameTokens: async ({ userId }) => {
      const rows = await own().db.twoFactorToken.findMany({
        where: { userId },
        select: { id: true, service: true, accountName: true, valueId: true },
        take: 20,
      });
      return rows.length === 0 ? [] : [[{ userId, ids: rows.map(({ id }) => id) }, rows]];
    },
    nameEnvProjects: async ({ userId }) => {
      const rows = await own().db.envProject.findMany({
        where: { userId },
        select: { id: true, name: true },
        take: 20,
      });
      return rows.length === 0 ? [] : [[{ userId, ids: rows.map(({ id }) => id) }, rows]];
    },
    // Those of other vaults too.
    listValueIds: async (mine, others) => {
      const ids = [mine, others].flatMap(({ entryIds, fileIds }) => [...entryIds, ...fileIds]).slice(0, 20);
      const asked = { where: { id: { in: ids } }, select: { id: true, valueId: true } } as const;
      const rows = [...(await own().db.keyEntry.findMany(asked)), ...(await own().db.envFile.findMany(asked))];
      return ids.length === 0 ? [] : [[{ ids }, rows]];
    },
    findValueNow: async (mine, others) => {
      const cases: Case[] = [];
      for (const { entryIds, fileIds, tokenIds } of [mine, others])
        for (const id of [...entryIds, ...fileIds, ...tokenIds].slice(0, 20)) {
          const where = { id };
          const [entry, file, token] = [
            await own().db.keyEntry.findFirst({
              where,
              select: { userId: true, encryptedValue: true, category: { select: { keyType: true } } },
            }),
            await own().db.envFile.findFirst({ where, select: { userId: true, encryptedContent: true } }),
            await own().db.twoFactorToken.findFirst({ where, select: { userId: true, encryptedSecret: true } }),
          ];
          const sealed = entry?.encryptedValue ?? file?.encryptedContent ?? token?.encryptedSecret;
          const userId = (entry ?? file ?? token)?.userId;
          cases.push([where, [{ userId, sealed, keyType: entry?.category.keyType ?? "" }]]);
        }
      return cases;
    },
    listFormerValueIds: async (mine) => {
      const { of, versions } = await formerValuesOf(mine);
      return of.map((id) => [
        { id },
        versions.filter((version) => version.of === id).map(({ id, valueId }) => ({ id, valueId })),
      ]);
    },
    findFormerValue: async (mine) =>
      (await formerValuesOf(mine)).versions.map(({ id, userId, sealed }) => [{ id }, [{ userId, sealed }]]),
  };

  /** Two former values of an entry and of a file. */
  async function formerValuesOf({ userId, entryIds, fileIds }: Stored) {
    const given = [1, 2].map((version) => ({
      ...{ id: randomUUID(), userId, version: version + nextVersion, createdAt: new Date(version) },
      ...{ valueId: version === 1 ? null : randomUUID(), sealed: new Uint8Array(version) },
    }));
    nextVersion += 2;
    const [entryId] = entryIds;
    const [fileId] = fileIds;
    if (entryId !== undefined)
      await own().db.entryVersion.createMany({
        data: given.map(({ sealed, ...version }) => ({ ...version, entryId, encryptedValue: sealed })),
      });
    if (fileId !== undefined)
      await own().db.envFileVersion.createMany({
        data: given.map(({ sealed, ...version }) => ({
          ...{ ...version, id: randomUUID() },
          ...{ fileId, encryptedContent: sealed },
        })),
      });
    const where = { userId };
    const values = await own().db.entryVersion.findMany({ where, omit: { encryptedValue: false } });
    const texts = await own().db.envFileVersion.findMany({ where, omit: { encryptedContent: false } });
    return {
      of: [entryId, fileId].filter((id) => id !== undefined),
      versions: [
        ...values.map(({ entryId: of, encryptedValue: sealed, ...version }) => ({ ...version, of, sealed })),
        ...texts.map(({ fileId: of, encryptedContent: sealed, ...version }) => ({ ...version, of, sealed })),
      ],
    };
  }
}
