import { randomUUID } from "node:crypto";
import { type Cases, type Own, select } from "./cases";

/** The counterparts, in Prisma, of the queries of people, their sessions and memberships. */
export function peopleLikePrisma(own: Own): Record<string, Cases> {
  const ofSession = ["userId", "method", "provenAt", "lastSeenAt", "expiresAt", "mac"] as const;
  return {
    ...Object.fromEntries(
      (["id", "tokenHash"] as const).flatMap((by) =>
        [false, true].map((account) => [
          `findSession${account ? "AndAccount" : ""}By${by === "id" ? "Id" : "Token"}`,
          (async ({ session }) => {
            const { user, ...row } = await own().db.session.findUniqueOrThrow({
              where: { id: session.id },
              select: {
                ...select(...ofSession),
                ...(by === "id" ? select("tokenHash") : select("id")),
                user: {
                  select: select("revision", "name", "email", "passwordHash", "passwordMadeAt", "factors", "mac"),
                },
              },
            });
            const { revision, name, email, mac: accountMac, ...rest } = user;
            return [
              [
                { known: session[by] },
                [{ ...row, revision, name, email, ...(account ? { ...rest, accountMac } : {}) }],
              ],
              [{ known: "none" }, []],
            ];
          }) satisfies Cases,
        ]),
      ),
    ),
    findUser: async ({ userId }) => [
      [{ userId }, [{ id: userId }]],
      [{ userId: "none" }, []],
    ],
    findAnyUser: async () => [
      [{}, [await own().db.user.findFirstOrThrow({ select: select("id"), orderBy: { id: "asc" } })]],
    ],
    findUserWithPassword: async ({ userId }) => [
      [{ userId, passwordHash: "not-a-hash" }, [{ id: userId }]],
      [{ userId, passwordHash: "another" }, []],
    ],
    findUserWithPasskey: async ({ userId }) => {
      const { id: other } = await own().db.user.create({ data: { email: `${randomUUID()}@example.com` } });
      const publicKey = Buffer.from("not-a-key");
      const { id: passkeyId } = await own().db.passkey.create({
        data: { userId, name: "Phone", credentialId: randomUUID(), publicKey, counter: 0n, transports: "" },
      });
      return [
        [{ userId, passkeyId }, [{ id: userId }]],
        [{ userId: other, passkeyId }, []],
        [{ userId, passkeyId: "none" }, []],
      ];
    },
    findUserWithIdentity: async ({ userId }) => {
      const { id: other } = await own().db.user.create({ data: { email: `${randomUUID()}@example.com` } });
      const identity = { issuer: "https://login.example.com", subject: randomUUID() };
      await own().db.account.create({ data: { userId, ...identity } });
      return [
        [{ userId, ...identity }, [{ id: userId }]],
        [{ userId: other, ...identity }, []],
        [{ userId, ...identity, subject: "none" }, []],
        [{ userId, ...identity, issuer: "https://elsewhere.example" }, []],
      ];
    },
    findMembership: async ({ userId }) => {
      const { id: teamId, revision } = await own().db.team.create({ data: { name: "team" } });
      const row = { teamId, userId, role: "reader", bounds: "{}", mac: "not-a-mac" };
      const { id } = await own().db.membership.create({ data: row });
      return [
        [{ teamId, userId }, [{ id, ...row, revision }]],
        [{ teamId, userId: randomUUID() }, []],
        [{ teamId: randomUUID(), userId }, []],
      ];
    },
    findMemberOfRole: async ({ userId }) => {
      const { id: teamId } = await own().db.team.create({ data: { name: "team" } });
      const { id } = await own().db.membership.create({
        data: { teamId, userId, role: "reader", bounds: null, mac: "not-a-mac" },
      });
      return [
        [{ teamId, userId, role: "reader" }, [{ id }]],
        [{ teamId, userId, role: "owner" }, []],
        [{ teamId, userId: randomUUID(), role: "reader" }, []],
      ];
    },
    findCalendarByHash: async ({ userId }) => {
      await own().db.calendarFeed.deleteMany({ where: { userId } });
      const tokenHash = randomUUID();
      const row = { userId, readerId: userId, mac: "not-a-mac" };
      const { id } = await own().db.calendarFeed.create({ data: { ...row, tokenHash } });
      return [
        [{ tokenHash }, [{ id, ...row }]],
        [{ tokenHash: "none" }, []],
      ];
    },
    listFormerSignIns: async ({ userId }) => {
      const record = {
        userId,
        at: new Date(0),
        action: "session.sign-in",
        actorKind: "session",
        outcome: "done",
        mac: "x",
      };
      const rows = [
        { number: 901, userAgent: "one" },
        { number: 902, userAgent: null },
        { number: 903, userAgent: "refused", outcome: "refused" },
        { number: 904, userAgent: "other", action: "session.sign-out" },
        { number: 905, userAgent: "late" },
      ];
      await own().db.activity.createMany({ data: rows.map((row) => ({ ...record, ...row })) });
      return [
        [{ userId, beforeNumber: 905, limit: 2 }, [{ userAgent: null }, { userAgent: "one" }]],
        [{ userId: "none", beforeNumber: 905, limit: 2 }, []],
      ];
    },
  };
}
