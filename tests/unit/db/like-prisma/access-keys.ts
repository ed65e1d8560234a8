import { randomUUID } from "node:crypto";
import { type Cases, type Own, select } from "./cases";

/** The counterparts, in Prisma, of the queries of access keys. */
export function accessKeysLikePrisma(own: Own): Record<string, Cases> {
  /** Two values left by the key in the seventh minute of the epoch, and three in the ninth. */
  async function countReveals(accessKeyId: string, userId: string): Promise<void> {
    await own().db.revealCount.deleteMany({ where: { accessKeyId } });
    const counts = [
      { minute: 7, count: 2 },
      { minute: 9, count: 3 },
    ];
    await own().db.revealCount.createMany({ data: counts.map((row) => ({ ...row, accessKeyId, userId })) });
  }

  return {
    findKeyByHash: async ({ key }) => {
      const { owner, ...row } = await own().db.accessKey.findUniqueOrThrow({
        where: { id: key.id },
        select: {
          ...select("id", "userId", "name", "scopes", "expiresAt", "bounds", "makerId", "ruleId", "mac"),
          owner: { select: { user: { select: { revision: true } } } },
        },
      });
      return [
        [{ keyHash: key.keyHash }, [{ ...row, ...owner.user }]],
        [{ keyHash: "none" }, []],
      ];
    },
    findKeyById: async ({ key }) => [
      [
        { id: key.id },
        await own().db.accessKey.findMany({
          where: { id: key.id },
          select: select(
            "id",
            "userId",
            "name",
            "scopes",
            "expiresAt",
            "bounds",
            "makerId",
            "ruleId",
            "mac",
            "keyHash",
          ),
        }),
      ],
    ],
    findStandingKey: async ({ key, userId }) => {
      const { keyHash } = await own().db.accessKey.findUniqueOrThrow({
        where: { id: key.id },
        select: { keyHash: true },
      });
      const former = randomUUID();
      await own().db.previousAccessKey.create({
        data: { userId, accessKeyId: key.id, keyHash: former, expiresAt: new Date(3), mac: "not-a-mac" },
      });
      return [
        [{ id: key.id, keyHash }, [{ id: key.id }]],
        [{ id: key.id, keyHash: former }, [{ id: key.id }]],
        [{ id: key.id, keyHash: "none" }, []],
        [{ id: "none", keyHash: former }, []],
      ];
    },
    findKeyOfRole: async ({ userId: makerId }) => {
      const { id: teamId } = await own().db.team.create({ data: { name: "team" } });
      const membership = { teamId, userId: makerId, role: "editor", bounds: null, mac: "not-a-mac" };
      const { id: memberId } = await own().db.membership.create({ data: membership });
      const made = { userId: teamId, name: "CI", keyPrefix: "svc_abcdef", scopes: "" };
      const aKey = (maker: string | null) =>
        own().db.accessKey.create({ data: { ...made, makerId: maker, keyHash: randomUUID() } });
      const [{ id }, { id: ofNobody }] = [await aKey(makerId), await aKey(null)];
      return [
        [{ id, role: "editor" }, [{ id: memberId }]],
        [{ id, role: "owner" }, []],
        [{ id: ofNobody, role: "editor" }, []],
      ];
    },
    findKeyWithOwner: async ({ key }) => {
      const { owner, ...row } = await own().db.accessKey.findUniqueOrThrow({
        where: { id: key.id },
        select: {
          ...select("id", "userId", "name", "scopes", "expiresAt", "bounds", "makerId", "ruleId", "mac", "keyHash"),
          owner: { select: { user: { select: { revision: true } } } },
        },
      });
      return [
        [{ id: key.id }, [{ ...row, ...owner.user }]],
        [{ id: "none" }, []],
      ];
    },
    findPreviousKey: async ({ key, userId }) => {
      const data = { userId, accessKeyId: key.id, keyHash: randomUUID(), expiresAt: new Date(3), mac: "not-a-mac" };
      const { id } = await own().db.previousAccessKey.create({ data });
      const { keyHash, ...row } = data;
      return [
        [{ keyHash }, [{ id, ...row }]],
        [{ keyHash: "none" }, []],
      ];
    },
    listRevealCounts: async ({ key, userId }, others) => {
      await countReveals(key.id, userId);
      const given = { userId, accessKeyId: key.id };
      return [
        [
          { ...given, since: 0 },
          [
            { minute: 7, count: 2 },
            { minute: 9, count: 3 },
          ],
        ],
        [{ ...given, since: 8 }, [{ minute: 9, count: 3 }]],
        [{ ...given, userId: others.userId, since: 0 }, []],
      ];
    },
    findOverspentKey: async ({ key, userId }, others) => {
      await countReveals(key.id, userId);
      const given = { userId, accessKeyId: key.id, since: 0 };
      return [
        [{ ...given, most: 4 }, [{ id: key.id }]],
        [{ ...given, most: 5 }, []],
        [{ ...given, since: 8, most: 2 }, [{ id: key.id }]],
        [{ ...given, since: 8, most: 3 }, []],
        [{ ...given, userId: others.userId, most: 0 }, []],
      ];
    },
    findKeyToCount: async ({ key, userId }, others) => [
      [{ userId, accessKeyId: key.id }, [{ id: key.id }]],
      [{ userId: others.userId, accessKeyId: key.id }, []],
    ],
  };
}
