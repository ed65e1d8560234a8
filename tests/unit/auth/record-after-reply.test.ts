import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { flushRecords } from "@/lib/auth/activity/record-after-reply";
import { verifyLogin } from "@/lib/identity/login";
import { addUser } from "@/lib/identity/accounts/users";
import { log } from "@/lib/log";
import { listActivity } from "@/lib/services/activity";
import { createCategory } from "@/lib/services/entries/categories";
import { requestFacts, sessionCaller } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

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

test("a refusal that is recorded late is the newest record, also by its moment: whoever asks from the last one on gets it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T09:30:00.000Z") });
  const user = await aUser();
  const ctx = { caller: sessionCaller({ userId: user.id, sessionId: randomUUID() }) };
  await tryToSignIn(user);
  vi.setSystemTime(new Date("2026-03-01T09:30:00.040Z"));
  await createCategory(ctx, { name: "Mail", keyType: "group" });
  const [made] = await listActivity(ctx, {});
  expect(made).toMatchObject({ action: "category.create" });
  vi.setSystemTime(new Date("2026-03-01T09:30:01.000Z"));
  await flushRecords();
  const since = made?.at ?? "";
  expect((await listActivity(ctx, { since })).map(({ action, at }) => [action, at])).toEqual([
    ["session.sign-in", "2026-03-01T09:30:01.000Z"],
    ["category.create", since],
  ]);
});
