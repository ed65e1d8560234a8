import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { flushKeyUses } from "@/lib/auth/credentials/last-used";
import { flushRecords } from "@/lib/auth/activity/record-after-reply";
import { authenticate } from "@/lib/http/gate/authenticate";
import { log } from "@/lib/log";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { requestFacts, sessionCaller } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());
afterEach(() => vi.restoreAllMocks());

async function aCanary() {
  const { id: userId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  const caller = sessionCaller({ userId, sessionId: randomUUID() });
  const { key } = await createAccessKey({ caller }, { name: "spare", scopes: ["entries:read"], canary: true });
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  async function tried(times: number) {
    for (let time = 0; time < times; time += 1)
      await expect(authenticate({ headers }, requestFacts())).rejects.toMatchObject({ code: "AUTH_INVALID_KEY" });
    // The alarm is raised behind the answer.
    await new Promise(setImmediate);
    await Promise.all([flushRecords(), flushKeyUses()]);
    const records = await own.db.activity.count({ where: { userId, action: "access-key.canary" } });
    return { records, mails: await own.db.mail.count({ where: { userId } }) };
  }
  return { tried };
}

test("a canary that is tried without end is told 60 times an hour and in one mail; each use is in the log", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  const [canary, other] = [await aCanary(), await aCanary()];
  expect(await canary.tried(1)).toEqual({ records: 1, mails: 1 });
  expect(await canary.tried(99)).toEqual({ records: 60, mails: 1 });
  expect(logged.mock.calls.filter(([told]) => (told as { event?: string }).event === "canary-used")).toHaveLength(100);
  expect(await other.tried(1)).toEqual({ records: 1, mails: 1 });
  clock.mockReturnValue(now + 60 * 60_000);
  expect(await canary.tried(2)).toEqual({ records: 62, mails: 2 });
});
