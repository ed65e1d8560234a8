import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { countedOpening } from "@/lib/identity/throttle/guess-count";
import { attempt, countAttempt, resetAttempts } from "@/lib/identity/throttle/throttle";
import { accountTarget, linkTarget } from "@/lib/identity/throttle/throttle-targets";
import { log } from "@/lib/log";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());
afterEach(() => vi.restoreAllMocks());

const gone = new Error("the database is away");
const told = () => vi.spyOn(log, "error").mockImplementation(() => {});
const logged = [[expect.objectContaining({ event: "attempt-not-refunded" })]];

test("a link that opens once reaches whoever opened it, though its attempt can't be refunded: that is logged", async () => {
  const faults = told();
  const opened = await countedOpening("192.0.2.95", async () => {
    vi.spyOn(own.db.loginThrottle, "updateMany").mockRejectedValue(gone);
    return "what the link held";
  });
  expect([opened, faults.mock.calls]).toEqual(["what the link held", logged]);
});

test("so does a fault of the opening itself", async () => {
  told();
  const fault = new Error("the link can't be read");
  const opening = countedOpening("192.0.2.96", () => {
    vi.spyOn(own.db.loginThrottle, "updateMany").mockRejectedValue(gone);
    return Promise.reject(fault);
  });
  await expect(opening).rejects.toBe(fault);
});

test.each(["success", "undecided"] as const)("an attempt with the outcome %s keeps its result", async (outcome) => {
  const faults = told();
  const target = accountTarget(`${randomUUID()}@example.com`);
  const value = await attempt([target], async () => {
    vi.spyOn(own.db.loginThrottle, "updateMany").mockRejectedValue(gone);
    vi.spyOn(own.db.loginThrottle, "deleteMany").mockRejectedValue(gone);
    return { outcome, value: "signed in" };
  });
  expect([value, faults.mock.calls]).toEqual(["signed in", logged]);
});

test("whoever counted something goes on after it, and so does whoever set a new password", async () => {
  const faults = told();
  const refund = await countAttempt(linkTarget("192.0.2.97"));
  vi.spyOn(own.db.loginThrottle, "updateMany").mockRejectedValue(gone);
  vi.spyOn(own.db.loginThrottle, "deleteMany").mockRejectedValue(gone);
  await refund();
  await resetAttempts(accountTarget(`${randomUUID()}@example.com`));
  expect(faults.mock.calls).toEqual([...logged, ...logged]);
});
