import { storedInstant } from "@/lib/db/instants";
import { type Case, type Cases, inUse, type Own } from "./cases";

/** The counterparts, in Prisma, of the queries of what is due. */
export function remindersLikePrisma(own: Own): Record<string, Cases> {
  /** The entries whose `column` lies before 2020, the earliest first. */
  const dueLikePrisma =
    (column: "expiresAt" | "rotateAt"): Cases =>
    async ({ userId }, _, within) => {
      const until = new Date("2020-01-01");
      const rows = await own().db.keyEntry.findMany({
        where: { ...within.entry, userId, [column]: { lte: until } },
        orderBy: [{ [column]: "asc" }, { id: "asc" }],
        include: { category: true },
      });
      return [
        [
          { userId, untilAt: storedInstant(until) },
          rows.map((row) => ({
            id: row.id,
            name: row.name,
            environment: row.environment,
            categoryName: row.category.name,
            dueAt: row[column],
          })),
        ],
      ];
    };

  const toldUntil = new Date("2020-01-01");

  /** The entries that are due and were not told, of which one has been told meanwhile. */
  async function untoldLikePrisma(
    userId: string,
    [column, told]: readonly ["expiresAt" | "rotateAt", "toldExpiresAt" | "toldRotateAt"],
  ) {
    const where = { userId, ...inUse, [column]: { lte: toldUntil } };
    const rows = await own().db.keyEntry.findMany({ where, orderBy: [{ [column]: "asc" }, { id: "asc" }] });
    const [first] = rows;
    if (first) await own().db.keyEntry.update({ where: { id: first.id }, data: { [told]: first[column] } });
    const [, second] = rows;
    // Another date was told.
    if (second) await own().db.keyEntry.update({ where: { id: second.id }, data: { [told]: new Date("2050-01-01") } });
    return rows.slice(1);
  }

  const findUntoldLikePrisma =
    (...columns: readonly ["expiresAt" | "rotateAt", "toldExpiresAt" | "toldRotateAt"]): Cases =>
    async ({ userId, entryIds }, others) => {
      const rows = (await untoldLikePrisma(userId, columns)).map((row) => ({ id: row.id, dueAt: row[columns[0]] }));
      const given = { userId, ids: [...entryIds, ...others.entryIds], untilAt: storedInstant(toldUntil) };
      return given.ids.length === 0 ? [] : [[given, rows]];
    };

  /** It is asked for everybody's: nothing of other vaults is due. */
  const listUntoldLikePrisma =
    (...columns: readonly ["expiresAt" | "rotateAt", "toldExpiresAt" | "toldRotateAt"]): Cases =>
    async ({ userId }) => {
      const [column] = columns;
      const ofOthers = { userId: { not: userId }, [column]: { lte: toldUntil } };
      await own().db.keyEntry.updateMany({ where: ofOthers, data: { [column]: null } });
      const rows = await untoldLikePrisma(userId, columns);
      // Of several with one date, whichever comes first.
      const isInOrder = new Set(rows.map((row) => row[column]?.getTime())).size === rows.length;
      const asked = { untilAt: storedInstant(toldUntil), limit: 100, besides: ["nobody's"] };
      const all = rows.map(({ id }) => ({ id, userId }));
      const cases: Case[] = [
        [asked, all],
        [{ ...asked, besides: ["nobody's", userId] }, []],
      ];
      return isInOrder ? cases : [];
    };

  let expiries = 0;
  /** Gives a key an expiry that no other has, and that was not told: an earlier one was. */
  async function expiringKey(userId: string, id: string): Promise<Date> {
    const expiresAt = new Date(Date.UTC(2001, 0, 1) + (expiries += 1) * 60_000);
    await own().db.accessKey.update({ where: { id }, data: { expiresAt } });
    const told = { userId, accessKeyId: id, expiresAt: new Date(1) };
    await own().db.keyNotice.upsert({ where: { accessKeyId: id }, create: told, update: {} });
    return expiresAt;
  }

  return {
    listExpiringEntries: dueLikePrisma("expiresAt"),
    listEntriesToRotate: dueLikePrisma("rotateAt"),
    listUntoldExpiries: listUntoldLikePrisma("expiresAt", "toldExpiresAt"),
    listUntoldRotations: listUntoldLikePrisma("rotateAt", "toldRotateAt"),
    findUntoldExpiries: findUntoldLikePrisma("expiresAt", "toldExpiresAt"),
    findUntoldRotations: findUntoldLikePrisma("rotateAt", "toldRotateAt"),
    listUntoldKeys: async ({ userId, key }) => {
      const expiresAt = await expiringKey(userId, key.id);
      // Nobody else's key expires in that minute.
      const asked = {
        sinceAt: storedInstant(new Date(expiresAt.getTime() - 1)),
        untilAt: storedInstant(expiresAt),
        limit: 5,
        besides: ["nobody's"],
      };
      return [
        [asked, [{ id: key.id, userId }]],
        [{ ...asked, besides: [userId] }, []],
        [{ ...asked, sinceAt: asked.untilAt }, []],
      ];
    },
    findUntoldKeys: async ({ userId, key }, others) => {
      const dueAt = await expiringKey(userId, key.id);
      const ids = [key.id, others.key.id];
      return [
        [{ userId, ids, untilAt: storedInstant(dueAt) }, [{ id: key.id, name: "ci", bounds: null, dueAt }]],
        [{ userId, ids, untilAt: storedInstant(new Date(0)) }, []],
      ];
    },
  };
}
