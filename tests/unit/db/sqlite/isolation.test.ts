import { randomUUID } from "node:crypto";
import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { PrismaClient } from "@/lib/db/generated/client";
import { migrateSqlite } from "@/lib/db/sqlite/migrate";
import { SqliteAdapter } from "@/lib/db/sqlite/adapter";
import { transactionMutex } from "@/lib/db/transactions/transaction-mutex";
import { newDataDir, projectRoot, removeDataDir } from "../../../support/vaults/server";

const folders: string[] = [];
afterAll(() => folders.forEach(removeDataDir));

/** A migrated database file of its own. */
function aDatabaseFile(): string {
  const folder = newDataDir();
  folders.push(folder);
  const file = path.join(folder, "vault.db");
  migrateSqlite(file, path.join(projectRoot, "prisma/migrations/sqlite"));
  return file;
}

type Client = Pick<PrismaClient, "user" | "keyCategory" | "$transaction" | "$queryRawUnsafe" | "$disconnect">;

const isolated = (file: string): Client =>
  new PrismaClient({
    adapter: new SqliteAdapter({ file }),
    transactionOptions: { maxWait: 60_000, timeout: 60_000 },
  });
/** Prisma needs one transaction at a time, so this mutex still provides that, but it lets everything else pass. */
const disabledMutex = () => ({ ...transactionMutex(), between: async <R>(work: () => R | Promise<R>) => work() });
const withoutMutex = (file: string): Client =>
  new PrismaClient({
    adapter: new SqliteAdapter({ file }, disabledMutex()),
    transactionOptions: { maxWait: 60_000, timeout: 60_000 },
  });

class RolledBack extends Error {}

const plainWrites = 2_000;
const transactions = 500;

/** Plain writes beside interactive transactions that all roll back, as from many simultaneous requests. */
async function stress(db: Client): Promise<{ acknowledged: string[]; stored: Set<string>; refused: number }> {
  const { id: userId } = await db.user.create({ data: { email: "stress@example.com" } });
  const acknowledged: string[] = [];
  let refused = 0;
  const write = async () => {
    const id = randomUUID();
    try {
      await db.keyCategory.create({ data: { id, userId, name: "plain", keyType: "json" } });
      acknowledged.push(id);
    } catch {
      refused += 1;
    }
  };
  const rollBack = () =>
    db
      .$transaction(async (tx) => {
        await tx.keyCategory.create({ data: { userId, name: "rolled back", keyType: "json" } });
        await tx.keyCategory.findFirst({ where: { userId } });
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) refused += 1;
      });
  const work: Promise<void>[] = [];
  for (let index = 0; index < plainWrites; index += 1) {
    work.push(write());
    if (index % (plainWrites / transactions) === 0) work.push(rollBack());
    // Lets some of it run before more comes, so that writes arrive while transactions are open.
    if (index % 50 === 0) await new Promise(setImmediate);
  }
  await Promise.all(work);
  const rows = await db.keyCategory.findMany({ where: { userId }, select: { id: true, name: true } });
  expect(rows.filter(({ name }) => name !== "plain")).toEqual([]);
  return { acknowledged, stored: new Set(rows.map(({ id }) => id)), refused };
}

describe("isolation", () => {
  test(`of ${plainWrites} plain writes beside ${transactions} rolled-back transactions no acknowledged one is lost, and none is refused`, async () => {
    const db = isolated(aDatabaseFile());
    const { acknowledged, stored, refused } = await stress(db);
    await db.$disconnect();
    expect({
      acknowledged: acknowledged.length,
      refused,
      lost: acknowledged.filter((id) => !stored.has(id)).length,
    }).toEqual({ acknowledged: plainWrites, refused: 0, lost: 0 });
  });

  test("the stress shows the danger: without the mutex, acknowledged writes are lost", async () => {
    const db = withoutMutex(aDatabaseFile());
    const { acknowledged, stored } = await stress(db);
    await db.$disconnect();
    expect(acknowledged.filter((id) => !stored.has(id)).length).toBeGreaterThan(0);
  });

  test("nobody outside reads uncommitted data of a transaction", async () => {
    const db = isolated(aDatabaseFile());
    const { id: userId } = await db.user.create({ data: { email: "reader@example.com" } });
    let began = () => {};
    const begun = new Promise<void>((resolve) => (began = resolve));
    const transaction = db.$transaction(async (tx) => {
      await tx.keyCategory.create({ data: { userId, name: "unseen", keyType: "json" } });
      began();
      for (let turn = 0; turn < 20; turn += 1) await tx.keyCategory.count();
      throw new RolledBack();
    });
    const outcome = expect(transaction).rejects.toBeInstanceOf(RolledBack);
    await begun;
    expect(await db.keyCategory.count({ where: { userId } })).toBe(0);
    await outcome;
    await db.$disconnect();
  });

  test("transactions run one after another, and a failed one blocks nobody", async () => {
    const db = isolated(aDatabaseFile());
    const { id: userId } = await db.user.create({ data: { email: "queue@example.com" } });
    const runs = Array.from({ length: 40 }, (_, index) =>
      db.$transaction(async (tx) => {
        const before = await tx.keyCategory.count({ where: { userId } });
        await tx.keyCategory.create({ data: { userId, name: `${before}`, keyType: "json" } });
        if (index % 4 === 0) throw new RolledBack();
      }),
    );
    const failed = (await Promise.allSettled(runs)).filter(({ status }) => status === "rejected");
    expect(failed).toHaveLength(10);
    const names = (await db.keyCategory.findMany({ where: { userId }, select: { name: true } })).map(({ name }) =>
      Number(name),
    );
    // Each counted everything before it, so none overlapped another.
    expect(names.sort((left, right) => left - right)).toEqual(Array.from({ length: 30 }, (_, index) => index));
    await db.$disconnect();
  });

  test("a transaction whose statement fails leaves nothing behind and lets the next one run", async () => {
    const db = isolated(aDatabaseFile());
    const { id: userId } = await db.user.create({ data: { email: "failing@example.com" } });
    const failing = db.$transaction([
      db.keyCategory.create({ data: { userId, name: "first", keyType: "json" } }),
      db.keyCategory.create({ data: { userId: randomUUID(), name: "of nobody", keyType: "json" } }),
    ]);
    await expect(failing).rejects.toMatchObject({ code: "P2003" });
    expect(await db.keyCategory.count()).toBe(0);
    await db.$disconnect();
  });
});

describe("every connection", () => {
  test("is durable and checks references: WAL, synchronous=FULL, foreign_keys=ON, also when opened again", async () => {
    const file = aDatabaseFile();
    for (const time of ["first", "second"]) {
      const db = openDatabase(`file:${file}`);
      const read = async (pragma: string) =>
        Object.values((await db.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${pragma}`))[0] ?? {}).map(
          String,
        )[0];
      // 2 is FULL; by default SQLite opens a WAL database with 1, NORMAL.
      expect({
        time,
        mode: await read("journal_mode"),
        synchronous: await read("synchronous"),
        references: await read("foreign_keys"),
        trusted: await read("trusted_schema"),
      }).toEqual({ time, mode: "wal", synchronous: "2", references: "1", trusted: "0" });
      await db.$disconnect();
    }
  });

  test("deletes a user's data with the user", async () => {
    const db = openDatabase(`file:${aDatabaseFile()}`);
    const { id: userId } = await db.user.create({ data: { email: "leaving@example.com" } });
    const { id: categoryId } = await db.keyCategory.create({ data: { userId, name: "theirs", keyType: "json" } });
    await db.keyEntry.create({ data: { userId, categoryId, name: "theirs", encryptedValue: new Uint8Array([1]) } });
    await db.user.delete({ where: { id: userId } });
    expect([await db.keyCategory.count(), await db.keyEntry.count()]).toEqual([0, 0]);
    await db.$disconnect();
  });

  test("returns secret columns only if they are asked for by name", async () => {
    const db = openDatabase(`file:${aDatabaseFile()}`);
    const { id: userId } = await db.user.create({
      data: { email: "secret@example.com", passwordHash: "not-a-real-hash" },
    });
    const { id: categoryId } = await db.keyCategory.create({ data: { userId, name: "c", keyType: "json" } });
    await db.keyEntry.create({ data: { userId, categoryId, name: "e", encryptedValue: new Uint8Array([1]) } });
    await db.accessKey.create({
      data: { userId, name: "k", keyHash: "not-a-real-hash", keyPrefix: "svc_abcdef", scopes: "stats:read" },
    });
    const all = await db.user.findMany({
      include: {
        sessions: true,
        memberships: true,
        owner: { include: { entries: true, accessKeys: true, twoFactorTokens: true, envFiles: true } },
      },
    });
    const names = new Set<string>();
    JSON.stringify(all, (name, value: unknown) => (names.add(name), value));
    expect([...names].filter((name) => /hash|encrypted|sealed/i.test(name))).toEqual([]);
    expect(names.has("keyPrefix")).toBe(true);
    await db.$disconnect();
  });
});

describe("with another process on the same file", () => {
  test("a transaction that has read can still write: nobody else writes from its beginning to its end", async () => {
    const file = aDatabaseFile();
    const db = isolated(file);
    const other = new SqliteDatabase(file, { timeout: 0 });
    const write = () => other.prepare(`UPDATE "User" SET name = 'other'`).run();
    await db.user.create({ data: { email: "ada@example.com", name: "first" } });
    await db.$transaction(async (tx) => {
      await tx.user.findFirst();
      expect(write).toThrow(expect.objectContaining({ code: "SQLITE_BUSY" }));
      await tx.user.updateMany({ data: { name: "ours" } });
    });
    expect((await db.user.findFirst())?.name).toBe("ours");
    expect(write().changes).toBe(1);
    other.close();
    await db.$disconnect();
  });

  test("a snapshot sees one moment, and blocks no writer", async () => {
    const file = aDatabaseFile();
    const db = openDatabase(`file:${file}`);
    const other = new SqliteDatabase(file, { timeout: 0 });
    await db.user.create({ data: { email: "ada@example.com", name: "before" } });
    const seen = await db.$transaction(
      async (tx) => {
        const first = await tx.user.findFirst();
        other.prepare(`UPDATE "User" SET name = 'after'`).run();
        return [first?.name, (await tx.user.findFirst())?.name];
      },
      { isolationLevel: "Serializable" },
    );
    expect(seen).toEqual(["before", "before"]);
    expect((await db.user.findFirst())?.name).toBe("after");
    other.close();
    await db.$disconnect();
  });
});
