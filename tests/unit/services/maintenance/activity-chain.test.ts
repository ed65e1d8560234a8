import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { recordIn, recordOf } from "@/lib/auth/activity/activity";
import { columnsOf, tableNamed } from "@/lib/db/tables";
import { addUser } from "@/lib/identity/accounts/users";
import { retireActivity } from "@/lib/schedule/retire-activity";
import { unwatched } from "@/lib/services/maintenance/progress";
import { type PinnedHead, verifyActivity } from "@/lib/services/maintenance/verify/verify-activity";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

/** A vault with a chain of ten records, made as they come: with its account, alone, several at once, in a transaction. */
async function aChain(): Promise<string> {
  const userId = await addUser({ email: `${randomUUID()}@example.com`, name: null, password: "not-a-real-password" });
  const caller = { kind: "session", userId, sessionId: "x", provenAt: new Date() } as const;
  const subject = (name: string) => ({ kind: "entry" as const, id: randomUUID(), name });
  const record = (name: string) => recordOf(caller, "entry.reveal", subject(name));
  await Promise.all(["two", "three", "four"].map((name) => own.writes.record([record(name)])));
  await own.writes.record([record("five"), record("six")]);
  await own.db.$transaction((tx) => recordIn(tx, record("seven"), record("eight")));
  await own.writes.record([record("nine")]);
  await own.writes.record([record("ten")]);
  return userId;
}

const rowsOf = (userId: string) =>
  own.db.activity.findMany({ where: { userId }, orderBy: { number: "asc" }, omit: { mac: false } });
const headOf = (vaultId: string) => own.db.activityHead.findUniqueOrThrow({ where: { userId: vaultId } });
const pinOf = async (vaultId: string): Promise<PinnedHead> => {
  const { number, mac } = await headOf(vaultId);
  return { vaultId, number, mac };
};
const brokenIn = async (vaultId: string, pinned: PinnedHead[] = []) =>
  (await verifyActivity(unwatched, pinned)).broken.filter((broken) => broken.vaultId === vaultId);

test("records have numbers without gaps, and a chain that nobody touched is whole", async () => {
  const userId = await aChain();
  expect((await rowsOf(userId)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await brokenIn(userId, [await pinOf(userId)])).toEqual([]);
});

test("of many records in one transaction, a hundred get their MACs in one turn of the event loop", async () => {
  const userId = await aChain();
  const caller = { kind: "session", userId, sessionId: "x", provenAt: new Date() } as const;
  const records = Array.from({ length: 950 }, (_, at) =>
    recordOf(caller, "entry.reveal", { kind: "entry", id: randomUUID(), name: `${at}` }),
  );
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const turns: number[] = [];
  const { link } = own.activity;
  const spy = vi.spyOn(own.activity, "link").mockImplementation((...given) => (turns.push(turn), link(...given)));
  onTestFinished(() => (spy.mockRestore(), clearImmediate(next)));
  await own.db.$transaction((tx) => recordIn(tx, ...records));
  expect(turns).toHaveLength(950);
  expect(Math.max(...turns.map((one) => turns.filter((other) => other === one).length))).toBeLessThanOrEqual(100);
  expect(await brokenIn(userId, [await pinOf(userId)])).toEqual([]);
});

describe("verify names the first record that is wrong, after", () => {
  test.each(Array.from({ length: 10 }, (_, index) => index + 1))("record %i was deleted", async (number) => {
    const userId = await aChain();
    await own.db.activity.delete({ where: { userId_number: { userId, number } } });
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number })]);
  });

  const changes = {
    id: randomUUID(),
    at: new Date(0),
    action: "entry.create",
    actorKind: "system",
    actorUserId: "somebody",
    actorName: "Somebody",
    actorKeyId: "key",
    actorKeyPrefix: "svc_",
    address: "192.0.2.1",
    userAgent: "curl",
    objectKind: "env-file",
    objectId: "other",
    objectName: "other",
    project: "other",
    environment: "other",
    valueId: "other",
    count: 2,
    outcome: "refused",
    requestId: "other",
    reason: "other",
  };

  test("any column was changed: each is tried here, except which record it is, and its MAC", () => {
    const which = ["userId", "number", "mac"];
    expect(Object.keys(changes).sort()).toEqual(
      columnsOf(tableNamed("Activity"))
        .filter((column) => !which.includes(column))
        .sort(),
    );
  });

  test.each(Object.entries(changes))("its %s was changed", async (column, value) => {
    const userId = await aChain();
    await own.db.activity.update({ where: { userId_number: { userId, number: 4 } }, data: { [column]: value } });
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number: 4 })]);
  });

  test("two were exchanged, in place or with their numbers", async () => {
    for (const columns of [["number"], ["number", "mac"]] as const) {
      const userId = await aChain();
      const [three, seven] = [(await rowsOf(userId))[2]!, (await rowsOf(userId))[6]!];
      const set = (id: string, row: typeof three) =>
        own.db.activity.update({
          where: { id },
          data: Object.fromEntries(columns.map((column) => [column, row[column]])),
        });
      await own.db.activity.update({ where: { id: three.id }, data: { number: 100 } });
      await set(seven.id, three);
      await set(three.id, seven);
      expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number: 3 })]);
    }
  });

  test("one was put in that another vault's chain has", async () => {
    const [userId, other] = [await aChain(), await aChain()];
    const [, , , , , , , , , tenth] = await rowsOf(other);
    const { id } = (await rowsOf(userId))[9]!;
    await own.db.activity.update({ where: { id }, data: { mac: tenth!.mac } });
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number: 10 })]);
  });

  test("one was added behind the end, or before the start", async () => {
    const userId = await aChain();
    const tenth = (await rowsOf(userId))[9]!;
    for (const number of [11, 0]) {
      const { id } = await own.db.activity.create({ data: { ...tenth, id: randomUUID(), number } });
      expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number, recordId: id })]);
      await own.db.activity.delete({ where: { id } });
    }
    expect(await brokenIn(userId)).toEqual([]);
  });

  test("the end was cut and the head moved back, if a head was noted before", async () => {
    const userId = await aChain();
    const pin = await pinOf(userId);
    const rows = await rowsOf(userId);
    await own.db.activity.deleteMany({ where: { userId, number: { gt: 7 } } });
    await own.db.activityHead.update({ where: { userId }, data: { number: 7, mac: rows[6]!.mac } });
    expect(await brokenIn(userId)).toEqual([]);
    expect(await brokenIn(userId, [pin])).toEqual([expect.objectContaining({ number: 8 })]);
    // Somebody keeps writing after the cut.
    await own.writes.record([
      recordOf({ kind: "session", userId, sessionId: "x", provenAt: new Date() }, "entry.reveal", null),
    ]);
    expect(await brokenIn(userId, [{ ...pin, number: 8 }])).toEqual([expect.objectContaining({ number: 8 })]);
  });

  test("the head was changed or removed, or the whole chain is gone", async () => {
    const userId = await aChain();
    const head = await pinOf(userId);
    await own.db.activityHead.update({ where: { userId }, data: { mac: "AA" } });
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number: 10 })]);
    await own.db.activityHead.delete({ where: { userId } });
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ fault: "the head of the chain is missing" })]);
    await own.db.activity.deleteMany({ where: { userId } });
    expect(await brokenIn(userId, [head])).toEqual([expect.objectContaining({ fault: "the whole chain is missing" })]);
  });
});

describe("records that are too old", () => {
  const dayMs = 24 * 60 * 60_000;
  const future = (days: number) => Date.now() + days * dayMs;

  test("are deleted from the old end, and the rest can still be checked", async () => {
    const userId = await aChain();
    await retireActivity(future(399));
    expect(await rowsOf(userId)).toHaveLength(10);
    const pin = await pinOf(userId);
    expect(await retireActivity(future(401))).toBeGreaterThanOrEqual(10);
    expect(await rowsOf(userId)).toEqual([]);
    await own.writes.record([
      recordOf({ kind: "session", userId, sessionId: "x", provenAt: new Date() }, "entry.reveal", null),
    ]);
    expect((await rowsOf(userId)).map(({ number }) => number)).toEqual([11]);
    expect(await brokenIn(userId, [pin])).toEqual([]);
    expect((await verifyActivity(unwatched, [pin])).tooOld).toEqual([pin]);
  });

  test("are looked for in no vault whose oldest record is new", async () => {
    const userId = await aChain();
    const asked = vi.spyOn(own.reads, "get");
    try {
      await retireActivity(future(399));
      expect(asked).not.toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ userId }));
      await retireActivity(future(401));
      expect(asked).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ userId }));
    } finally {
      asked.mockRestore();
    }
  });

  test("are only those that the vault wrote so: none is deleted because somebody made it old", async () => {
    const userId = await aChain();
    const now = await rowsOf(userId);
    await own.db.activity.updateMany({ where: { userId, number: { in: [5, 8] } }, data: { at: new Date(0) } });
    await retireActivity();
    expect(await rowsOf(userId)).toHaveLength(10);
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number: 5 })]);
    // What is old and genuine goes, up to the record that is not.
    await retireActivity(future(401));
    expect((await rowsOf(userId)).map(({ number }) => number)).toEqual(now.slice(4).map(({ number }) => number));
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number: 5 })]);
  });

  test("can't be feigned: without the vault's MAC of the start, missing old records are found", async () => {
    const userId = await aChain();
    const rows = await rowsOf(userId);
    await own.db.activity.deleteMany({ where: { userId, number: { lte: 4 } } });
    const start = { startNumber: 4, startMac: rows[3]!.mac };
    await own.db.activityHead.update({ where: { userId }, data: { ...start, anchor: rows[3]!.mac } });
    expect(await brokenIn(userId)).toEqual([expect.objectContaining({ number: 5 })]);
  });
});

test("a vault that is deleted while its records are read was not tampered with", async () => {
  const userId = await aChain();
  const pin = await pinOf(userId);
  const reads = own.reads.all.bind(own.reads);
  const reading = vi.spyOn(own.reads, "all").mockImplementation(async (query, given) => {
    if (query.name === "listChain" && (given as { userId: string }).userId === userId)
      await own.db.user.deleteMany({ where: { id: userId } });
    return reads(query, given);
  });
  expect(await brokenIn(userId)).toEqual([]);
  reading.mockRestore();
  // Its head was noted: that it is gone is told.
  expect(await brokenIn(userId, [pin])).toMatchObject([{ fault: "the whole chain is missing" }]);
});
