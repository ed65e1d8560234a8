import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "@/lib/db/client";
import { isMissingParent, isUnavailable, isUniqueViolation } from "@/lib/db/failures";
import type { Runtime } from "@/lib/runtime";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let vault: Runtime & { close(): Promise<void> };
/** A second client with two connections: one that is lost for good shows at once. */
let db: Db;
beforeAll(async () => {
  vault = await openOwnRuntime();
  db = openDatabase(`${vault.settings.DATABASE_URL ?? ""}?max=2`);
});
afterAll(async () => {
  await db.$disconnect();
  await vault.close();
});

const anEmail = () => `${randomUUID()}@example.com`;

/** Closes every other connection to the database, as an administrator or a restart does. */
const endConnections = () =>
  vault.db
    .$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;

function newSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give: () => give(), given };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("a transaction on PostgreSQL", () => {
  test("in which a failure was ignored is not acknowledged: it stores nothing and throws", async () => {
    const [kept, lost] = [anEmail(), anEmail()];
    await db.user.create({ data: { email: kept } });
    const failure = await failureOf(
      db.$transaction(async (tx) => {
        await tx.user.create({ data: { email: lost } });
        await tx.user.create({ data: { email: kept } }).catch(() => {});
      }),
    );
    expect(failure).toBeInstanceOf(Error);
    expect(await db.user.findUnique({ where: { email: lost } })).toBeNull();
  });

  test("begins with its first statement, at the level that it asks for, and is one from then on", async () => {
    const email = anEmail();
    const openOnes = () =>
      vault.db
        .$queryRaw`SELECT 1 AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`;
    const [before, level, inside] = await db.$transaction(
      async (tx) => {
        const before = await openOnes();
        const level = await tx.$queryRaw`SELECT current_setting('transaction_isolation') AS level`;
        await tx.user.create({ data: { email } });
        return [before, level, await vault.db.user.findUnique({ where: { email } })];
      },
      { isolationLevel: "Serializable" },
    );
    expect([before, level, inside]).toEqual([[], [{ level: "serializable" }], null]);
    expect(await db.user.findUnique({ where: { email } })).not.toBeNull();
    // One without a statement leaves nothing open for the next user of its connection.
    await Promise.all(Array.from({ length: 4 }, () => db.$transaction(() => Promise.resolve())));
    const after = anEmail();
    await db.user.create({ data: { email: after } });
    expect(await vault.db.user.findUnique({ where: { email: after } })).not.toBeNull();
  });

  test("whose connection ends, at any point, is a temporary failure and leaves the pool intact", async () => {
    for (let round = 0; round < 6; round += 1) {
      const email = anEmail();
      const inside = await failureOf(
        db.$transaction(async (tx) => {
          // It begins with its first statement, and has a connection of the server from then on.
          await tx.user.count();
          await endConnections();
          await tx.user.create({ data: { email } });
        }),
      );
      const atCommit = await failureOf(
        db.$transaction(async (tx) => {
          await tx.user.create({ data: { email } });
          await endConnections();
        }),
      );
      expect([isUnavailable(inside), isUnavailable(atCommit)]).toEqual([true, true]);
      expect(await db.user.findUnique({ where: { email } })).toBeNull();
    }
  });
});

describe("a failure on PostgreSQL", () => {
  test("that is rolled back in favour of another is a temporary failure, in raw SQL too", async () => {
    const ids = [(await vault.db.user.create({ data: { email: anEmail() } })).id];
    ids.push((await vault.db.user.create({ data: { email: anEmail() } })).id);
    const bothHold = [newSignal(), newSignal()];
    const inOrder = (own: number, other: number) =>
      vault.db.$transaction(async (tx) => {
        const hold = (id?: string) => tx.$queryRawUnsafe(`SELECT "id" FROM "User" WHERE "id" = $1 FOR UPDATE`, id);
        await hold(ids[own]);
        bothHold[own]?.give();
        await bothHold[other]?.given;
        await hold(ids[other]);
      });
    const failures = await Promise.all([failureOf(inOrder(0, 1)), failureOf(inOrder(1, 0))]);
    expect(failures.map((failure) => failure && isUnavailable(failure)).sort()).toEqual([null, true]);
  });

  test("is classified as on SQLite: a unique value that is taken, a parent that is gone", async () => {
    const email = anEmail();
    await db.user.create({ data: { email } });
    expect(isUniqueViolation(await failureOf(db.user.create({ data: { email } })))).toBe(true);
    const orphan = await failureOf(db.envProject.create({ data: { userId: randomUUID(), name: "billing" } }));
    expect([isMissingParent(orphan), isUnavailable(orphan)]).toEqual([true, false]);
  });

  test("because a statement runs too long, or a server accepts no writes, is temporary", async () => {
    const long = await failureOf(
      db.$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL statement_timeout = 50`;
        await tx.$queryRaw`SELECT pg_sleep(5)::text`;
      }),
    );
    const readOnly = await failureOf(
      db.$transaction(async (tx) => {
        await tx.$executeRaw`SET TRANSACTION READ ONLY`;
        await tx.user.create({ data: { email: anEmail() } });
      }),
    );
    expect([isUnavailable(long), isUnavailable(readOnly)]).toEqual([true, true]);
  });
});

test("instants keep their milliseconds and bytes every value, whatever the server's time zone is", async () => {
  await vault.db.$executeRawUnsafe(
    `ALTER DATABASE "${new URL(vault.settings.DATABASE_URL ?? "").pathname.slice(1)}" SET timezone = 'Asia/Kathmandu'`,
  );
  const other = openDatabase(vault.settings.DATABASE_URL ?? "");
  try {
    const sealedCheck = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const instant of [
      "2026-11-21T12:00:00.001Z",
      "2026-03-29T01:30:00.999Z",
      "0001-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
    ]) {
      const keyId = randomUUID();
      await other.keyCheck.create({ data: { keyId, sealedCheck, createdAt: new Date(instant) } });
      const row = await vault.db.keyCheck.findUniqueOrThrow({ where: { keyId }, omit: { sealedCheck: false } });
      expect([row.createdAt.toISOString(), Buffer.from(row.sealedCheck).equals(sealedCheck)]).toEqual([instant, true]);
    }
  } finally {
    await other.$disconnect();
  }
});
