import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { sealedColumns } from "@/lib/crypto/sealing/sealed-columns";
import { storedInstant } from "@/lib/db/instants";
import { delegateOf } from "@/lib/db/rows";
import { tableNamed } from "@/lib/db/tables";
import { type Case, type Cases, type Own, select } from "./cases";

/** The counterparts, in Prisma, of the queries of maintenance. */
export const maintenanceLikePrisma = (own: Own): Record<string, Cases> => ({
  listKeyChecks: async () => [
    [{}, await own().db.keyCheck.findMany({ select: select("keyId", "sealedCheck"), orderBy: { createdAt: "asc" } })],
  ],
  findKeyCheck: async () => {
    const [check = expect.fail("there is no check value")] = await own().db.keyCheck.findMany({
      select: select("keyId", "sealedCheck"),
    });
    return [[{ keyId: check.keyId }, [check]]];
  },
  findDueTrash: async () => {
    const before = new Date(Date.now() + 1_000);
    const where = { deletedAt: { lte: before } };
    const first = await own().db.trashItem.findFirst({
      where,
      orderBy: { deletedAt: "asc" },
      select: select("deletedAt"),
    });
    return [
      [{ dueAt: storedInstant(before) }, first ? [first] : []],
      [{ dueAt: storedInstant(new Date(0)) }, []],
    ];
  },
  findDueLink: async ({ userId }) => {
    const expiresAt = new Date("2000-01-01");
    const row = { userId, makerId: userId, ciphertext: new Uint8Array(), views: 1, viewsLeft: 1, expiresAt };
    await own().db.shareLink.create({ data: { id: randomUUID(), ...row } });
    return [
      [{ dueAt: storedInstant(expiresAt) }, [{ expiresAt }]],
      [{ dueAt: storedInstant(new Date(0)) }, []],
    ];
  },
  findDueIssuedKey: async ({ userId }) => {
    const expiresAt = new Date("2000-01-01");
    const common = { userId, name: "Deploy", scopes: "entries:read" };
    const asked = { issuer: "https://issuer.example.com", audience: "vault", claims: "{}", minutes: 5 };
    const { id: ruleId } = await own().db.trustRule.create({ data: { ...common, ...asked } });
    const key = { ...common, keyPrefix: "svc_", expiresAt };
    await own().db.accessKey.create({ data: { ...key, keyHash: randomUUID(), ruleId } });
    await own().db.accessKey.create({ data: { ...key, keyHash: randomUUID(), expiresAt: new Date("1999-01-01") } });
    return [
      [{ dueAt: storedInstant(expiresAt) }, [{ expiresAt }]],
      [{ dueAt: storedInstant(new Date(0)) }, []],
    ];
  },
  findDueEntryVersion: async () => {
    const before = new Date(Date.now() + 1_000);
    const given = { where: { replacedAt: { lte: before } }, orderBy: { replacedAt: "asc" } } as const;
    const first = await own().db.entryVersion.findFirst({ ...given, select: select("replacedAt") });
    return [[{ dueAt: storedInstant(before) }, first ? [first] : []]];
  },
  findDueEnvFileVersion: async () => {
    const before = new Date(Date.now() + 1_000);
    const given = { where: { replacedAt: { lte: before } }, orderBy: { replacedAt: "asc" } } as const;
    const first = await own().db.envFileVersion.findFirst({ ...given, select: select("replacedAt") });
    return [[{ dueAt: storedInstant(before) }, first ? [first] : []]];
  },
  ...Object.fromEntries(
    Object.entries(sealedColumns).map(([name, { field: column }]) => [
      `listValueSizesIn${name}`,
      async (): Promise<Case[]> => {
        const table = tableNamed(name);
        const rows = await delegateOf(own().db, table).findMany({
          select: { [table.key]: true, [column]: true },
          orderBy: { [table.key]: "asc" },
          take: 5,
        });
        return [[{ after: "", limit: 5 }, rows.map((row) => ({ bytes: (row[column] as Uint8Array).length }))]];
      },
    ]),
  ),
  findLastDone: async () => {
    await own().db.upkeep.upsert({
      where: { name: "backup" },
      create: { name: "backup", at: new Date(1) },
      update: {},
    });
    return [[{ name: "backup" }, [{ at: new Date(1) }]]];
  },
  listActivityKeys: async () => {
    const keyId = randomUUID();
    await own().db.activityKey.create({ data: { keyId, sealedKey: new Uint8Array([1, 2, 3]) } });
    return [[{}, await own().db.activityKey.findMany({ select: select("keyId", "sealedKey") })]];
  },
  listAppliedMigrations: async () => {
    const rows = await own().db.$queryRawUnsafe<{ migration_name: string }[]>(
      'SELECT "migration_name" FROM "_prisma_migrations"',
    );
    return [[{}, rows.sort((one, other) => (one.migration_name < other.migration_name ? -1 : 1))]];
  },
});
