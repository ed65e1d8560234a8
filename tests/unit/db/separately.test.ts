import { expect, test } from "vitest";
import { separately } from "@/lib/db/transactions/separately";
import type { SqlReader } from "@/lib/db/sql";

const answering = { get: async () => undefined } as unknown as SqlReader;
const away = { get: () => Promise.reject(new Error("the database is away")) } as unknown as SqlReader;
const busy = () => Promise.reject(Object.assign(new Error("busy"), { name: "SqliteError", code: "SQLITE_BUSY" }));

test("what fails stops nothing else, and the first error is thrown at the end", async () => {
  const { run, end } = separately(away);
  expect(await run(async () => 1)).toBe(1);
  expect(await run(() => Promise.reject(new Error("first")))).toBeUndefined();
  expect(await run(() => Promise.reject(new Error("second")))).toBeUndefined();
  expect(await run(async () => 2)).toBe(2);
  expect(end).toThrow("first");
});

test("what had to wait too long for others stops nothing either, unless the database is away", async () => {
  const { run, end } = separately(answering);
  expect(await run(busy)).toBeUndefined();
  expect(end).toThrow("busy");
  await expect(separately(away).run(busy)).rejects.toThrow("the database is away");
});

test("nothing is thrown if nothing failed", async () => {
  const { run, end } = separately(away);
  await run(async () => undefined);
  expect(end).not.toThrow();
});
