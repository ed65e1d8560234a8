import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { flushRecords } from "@/lib/auth/activity/record-after-reply";
import { verifyLogin } from "@/lib/identity/login";
import { addUser } from "@/lib/identity/accounts/users";
import { log } from "@/lib/log";
import { requestFacts } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());
afterEach(() => vi.restoreAllMocks());

const aUser = async () => {
  const email = `${randomUUID()}@example.com`;
  return { email, id: await addUser({ email, name: null, password: "not-a-real-password" }) };
};
const tryToSignIn = ({ email }: { email: string }) =>
  verifyLogin({ email, password: "not-the-password", request: requestFacts() });
const refusalsOf = ({ id }: { id: string }) =>
  own.db.activity.count({ where: { userId: id, action: "session.sign-in", outcome: "refused" } });

test("a refusal is answered before its record is begun, which an orderly stop writes", async () => {
  const user = await aUser();
  const record = vi.spyOn(own.writes, "record");
  expect(await tryToSignIn(user)).toBeNull();
  expect([record.mock.calls.length, await refusalsOf(user)]).toEqual([0, 0]);
  await flushRecords();
  expect(await refusalsOf(user)).toBe(1);
  await flushRecords();
  expect([record.mock.calls.length, await refusalsOf(user)]).toEqual([1, 1]);
});

test("a record that can't be written changes no answer, and is logged without the database's message", async () => {
  const user = await aUser();
  vi.spyOn(own.writes, "record").mockRejectedValueOnce(new Error("not-a-real-secret"));
  const faults = vi.spyOn(log, "error").mockImplementation(() => {});
  expect(await tryToSignIn(user)).toBeNull();
  await flushRecords();
  expect(faults.mock.calls).toEqual([
    [{ event: "activity-not-written", action: "session.sign-in", error: expect.objectContaining({ name: "Error" }) }],
  ]);
  expect(JSON.stringify(faults.mock.calls)).not.toContain("not-a-real-secret");
  expect(await refusalsOf(user)).toBe(0);
});

test("a record of an account that was deleted meanwhile ends with it, and nothing is logged", async () => {
  const user = await aUser();
  const faults = vi.spyOn(log, "error").mockImplementation(() => {});
  expect(await tryToSignIn(user)).toBeNull();
  await own.db.user.delete({ where: { id: user.id } });
  await flushRecords();
  expect(faults).not.toHaveBeenCalled();
});
