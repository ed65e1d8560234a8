import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { deletedAtOnce } from "@/lib/db/queries/maintenance/expired";
import { deleteExpired } from "@/lib/schedule/clean-up";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const minute = 60_000;
const hour = 60 * minute;

test("expired rows of all users are deleted, and others stay", async () => {
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms);
  const { id: userId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  const { id: otherId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  const seal = new Uint8Array([1]);
  const populate = async (mark: string) => {
    const session = (name: string, lastSeenAt: Date, expiresAt: Date) =>
      own.db.session.create({
        data: {
          id: `${name} ${mark}`,
          userId,
          tokenHash: `${name} ${mark}`,
          method: "password",
          provenAt: lastSeenAt,
          lastSeenAt,
          expiresAt,
        },
      });
    await session("standing", at(3 * hour), at(12 * hour));
    await session("idle", at(-31 * minute), at(hour));
    await session("paused", at(-29 * minute), at(hour));
    await session("expired", at(0), at(-1));
    await own.db.loginThrottle.create({ data: { keyHash: `recent ${mark}`, failures: 1, lastFailedAt: at(0) } });
    await own.db.loginThrottle.create({ data: { keyHash: `old ${mark}`, failures: 9, lastFailedAt: at(-25 * hour) } });
    await own.db.oneTimeChallenge.create({
      data: { purpose: "test", valueHash: `open ${mark}`, expiresAt: at(3 * hour) },
    });
    await own.db.oneTimeChallenge.create({ data: { purpose: "test", valueHash: `over ${mark}`, expiresAt: at(-1) } });
  };
  const left = async () =>
    [
      (await own.db.session.findMany()).map(({ id }) => id),
      (await own.db.loginThrottle.findMany()).map(({ keyHash }) => keyHash),
      (await own.db.oneTimeChallenge.findMany({ omit: { valueHash: false } })).map(({ valueHash }) => valueHash),
    ]
      .flat()
      .sort();

  await populate("1");
  await own.db.accountTotp.create({ data: { userId, encryptedSecret: seal, createdAt: at(-25 * hour) } });
  await own.db.accountTotp.create({
    data: { userId: otherId, encryptedSecret: seal, createdAt: at(-25 * hour), confirmedAt: at(-25 * hour) },
  });
  const { id: enrollingId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  await own.db.accountTotp.create({ data: { userId: enrollingId, encryptedSecret: seal, createdAt: at(-hour) } });
  await deleteExpired(now);
  expect(await left()).toEqual(["open 1", "paused 1", "recent 1", "standing 1"]);
  expect((await own.db.accountTotp.findMany()).map((row) => row.userId).sort()).toEqual([otherId, enrollingId].sort());

  await deleteExpired(now + hour);
  expect(await left()).toEqual(["open 1", "recent 1", "standing 1"]);
});

test("rows that can't be deleted do not keep the others, and are told of", async () => {
  const now = Date.now() + 100 * hour;
  const over = { purpose: "test", valueHash: "over", expiresAt: new Date(now - 1) };
  await own.db.oneTimeChallenge.create({ data: over });
  const cannotDelete = vi.spyOn(own.writes, "run").mockRejectedValueOnce(new Error("the disk is full"));
  onTestFinished(() => cannotDelete.mockRestore());
  await expect(deleteExpired(now)).rejects.toThrow("the disk is full");
  expect(await own.db.oneTimeChallenge.count({ where: { valueHash: "over" } })).toBe(0);
});

test("values that a key revealed count no longer once the clock was set back by years; those of the last day do", async () => {
  const { userId } = await aServiceVault(own);
  const keyHash = randomUUID();
  const row = { userId, name: "ci", keyHash, keyPrefix: "svc_", scopes: "entries:read" };
  const { id: accessKeyId } = await own.db.accessKey.create({ data: row });
  const now = Date.now() + 200 * hour;
  const minuteOf = (at: number) => Math.floor(at / minute);
  const [recent, aheadOfOthers, far] = [minuteOf(now - hour), minuteOf(now + hour), minuteOf(now + 10_000 * hour)];
  await own.db.revealCount.createMany({
    data: [recent, aheadOfOthers, far].map((at) => ({ userId, accessKeyId, minute: at, count: 1 })),
  });
  await deleteExpired(now);
  const left = await own.db.revealCount.findMany({ where: { accessKeyId }, orderBy: { minute: "asc" } });
  expect(left.map(({ minute: at }) => at)).toEqual([recent, aheadOfOthers]);
});

describe("however many rows are due", () => {
  const now = Date.now() + 300 * hour;
  async function many(): Promise<void> {
    await deleteExpired(now);
    const due = () => ({ purpose: "test", valueHash: randomUUID(), expiresAt: new Date(now - 1) });
    await own.db.oneTimeChallenge.createMany({ data: Array.from({ length: 2 * deletedAtOnce + 1 }, due) });
  }
  const left = () => own.db.oneTimeChallenge.count({ where: { expiresAt: { lt: new Date(now) } } });

  test("one run deletes them all, by statements that each delete some", async () => {
    await many();
    const deleting = vi.spyOn(own.writes, "run");
    onTestFinished(() => deleting.mockRestore());
    expect(await deleteExpired(now)).toBe(1);
    const statements = deleting.mock.calls.filter(([{ sql }]) => sql.includes('"OneTimeChallenge"'));
    // The last one finds none.
    expect([await left(), statements.length]).toEqual([0, 4]);
  });

  test("a run ends after the statement in which it is told to", async () => {
    await many();
    const stopping = new AbortController();
    const run = own.writes.run.bind(own.writes);
    const deleting = vi.spyOn(own.writes, "run").mockImplementation(async (...given) => {
      const isSome = await run(...given);
      if (isSome) stopping.abort();
      return isSome;
    });
    onTestFinished(() => deleting.mockRestore());
    await deleteExpired(now, stopping.signal);
    expect(await left()).toBe(deletedAtOnce + 1);
  });
});
