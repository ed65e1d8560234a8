import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newRecord, vaultItself } from "@/lib/auth/activity/activity";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";
import { writtenQuery } from "../../../support/vaults/written-query";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const at = "2026-03-01T09:30:00.000+00:00";
const insertUser = (email: string, id: string = randomUUID()) =>
  writtenQuery('INSERT INTO "User" ("id", "email", "createdAt", "updatedAt") VALUES (?, ?, ?, ?)', id, email, at, at);
const emails = async () =>
  (await own.db.user.findMany({ select: { email: true }, orderBy: { email: "asc" } })).map(({ email }) => email);

test("of writes that are committed together, a failed one fails alone", async () => {
  const outcomes = await Promise.allSettled(["a1", "a2", "a1", "a3"].map((email) => own.writes.run(insertUser(email))));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect((await emails()).filter((email) => email.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
});

test("a write whose condition finds nothing is not made, and says so", async () => {
  const onlyIf = (email: string) => writtenQuery('SELECT 1 FROM "User" WHERE "email" = ?', email);
  expect(await own.writes.run({ ...insertUser("b1"), onlyIf: onlyIf("b0") })).toBe(false);
  expect(await own.writes.run(insertUser("b0"))).toBe(true);
  expect(await own.writes.run({ ...insertUser("b1"), onlyIf: onlyIf("b0") })).toBe(true);
  expect((await emails()).filter((email) => email.startsWith("b"))).toEqual(["b0", "b1"]);
});

test("a write waits for Prisma's open transaction, and is not affected by its rollback", async () => {
  let written = false;
  const write = { done: Promise.resolve(false) };
  await own.db
    .$transaction(async (tx) => {
      await tx.user.create({ data: { email: "c-rolled-back" } });
      write.done = own.writes.run(insertUser("c-stays")).then((changed) => (written = changed));
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(written).toBe(false);
      throw new Error("roll back");
    })
    .catch(() => undefined);
  expect(await write.done).toBe(true);
  expect((await emails()).filter((email) => email.startsWith("c"))).toEqual(["c-stays"]);
});

test("of 500 plain writes, 500 grouped ones and 100 rolled-back transactions at once none is lost", async () => {
  const plain = Array.from({ length: 500 }, (_, index) => own.db.user.create({ data: { email: `d-plain-${index}` } }));
  const grouped = Array.from({ length: 500 }, (_, index) => own.writes.run(insertUser(`d-grouped-${index}`)));
  const rolledBack = Array.from({ length: 100 }, (_, index) =>
    own.db
      .$transaction(async (tx) => {
        await tx.user.create({ data: { email: `d-gone-${index}` } });
        throw new Error("roll back");
      })
      .catch(() => undefined),
  );
  await Promise.all([...plain, ...grouped, ...rolledBack]);
  const kept = (await emails()).filter((email) => email.startsWith("d-"));
  expect([kept.length, kept.filter((email) => email.startsWith("d-gone")).length]).toEqual([1_000, 0]);
});

test("a record whose mail can't be written leaves nothing behind, and the vault's later ones are written", async () => {
  const [owner = "", other = ""] = await Promise.all(
    ["e1", "e2"].map(async (email) => (await own.db.user.create({ data: { email } })).id),
  );
  const of = (userId: string) => newRecord({ owner: userId, action: "entry.reveal", actor: vaultItself });
  const mail = { id: randomUUID(), sealedMessage: new Uint8Array(1), nextAttemptAt: at };
  const record = (one: ReturnType<typeof of>) => own.writes.record([one]);
  await record(of(owner));
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "_no_mail" BEFORE INSERT ON "Mail" BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
  );
  const outcomes = await Promise.allSettled([
    ...[of(other), { ...of(owner), mail }, of(owner)].map(record),
    // What the first of several records has done goes too.
    own.writes.record([of(owner), { ...of(owner), mail }]),
  ]);
  await own.db.$executeRawUnsafe('DROP TRIGGER "_no_mail"');
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
  await record(of(owner));
  await record({ ...of(owner), mail });
  const numbersOf = async (userId: string) =>
    (await own.db.activity.findMany({ where: { userId }, orderBy: { number: "asc" } })).map(({ number }) => number);
  expect([await numbersOf(owner), await numbersOf(other)]).toEqual([[1, 2, 3, 4], [1]]);
  expect(await own.db.mail.count()).toBe(1);
});
