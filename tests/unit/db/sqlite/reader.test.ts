import { afterAll, beforeAll, expect, test } from "vitest";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";
import { writtenQuery } from "../../../support/vaults/written-query";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const names = () => own.reads.all(writtenQuery<{ email: string }>('SELECT "email" FROM "User"'), {});

test("committed data is read at once, whoever wrote it", async () => {
  await own.db.user.create({ data: { email: "through-prisma" } });
  expect(await names()).toEqual([{ email: "through-prisma" }]);
  await own.writes.run(writtenQuery('UPDATE "User" SET "email" = ?', "past-prisma"));
  expect(await names()).toEqual([{ email: "past-prisma" }]);
});

test("nothing of an open transaction is read", async () => {
  await own.db.$transaction(async (tx) => {
    await tx.user.create({ data: { email: "not-yet" } });
    expect(await names()).toEqual([{ email: "past-prisma" }]);
  });
  expect(await names()).toContainEqual({ email: "not-yet" });
});

test.each([
  'DELETE FROM "User"',
  'DELETE FROM "User" RETURNING "id"',
  'UPDATE "User" SET "name" = \'x\'',
  "PRAGMA user_version = 7",
])("a statement that writes is refused as a read: %s", async (sql) => {
  const before = await names();
  expect(() => own.reads.all(writtenQuery(sql), {})).toThrow("this statement writes");
  expect(() => own.reads.get(writtenQuery(sql), {})).toThrow("this statement writes");
  expect(await names()).toEqual(before);
});
