import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { countRequest } from "@/lib/http/gate/request-limit";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterEach(() => {
  own.settings.API_REQUESTS_PER_MINUTE = undefined;
});
afterAll(() => own.close());

/** How many of this many requests at `now` (ms) pass, and the last error of the others. */
function pass(
  userId: string,
  times: number,
  now: number,
): { passed: number; told?: { code: string; status: number; message: string; headers: Record<string, string> } } {
  let passed = 0;
  let refusal: AppError | undefined;
  for (let at = 0; at < times; at += 1) {
    try {
      countRequest(userId, now);
      passed += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error;
    }
  }
  return refusal
    ? {
        passed,
        told: { code: refusal.code, status: refusal.status, message: refusal.message, headers: refusal.headers },
      }
    : { passed };
}

const told = (seconds: number) => ({
  code: "TOO_MANY_REQUESTS",
  status: 429,
  message: `Too many requests from this account: wait ${seconds} s, then continue`,
  headers: { "Retry-After": String(seconds) },
});

test("without API_REQUESTS_PER_MINUTE there is no limit", () => {
  expect(pass(randomUUID(), 100_000, 0)).toEqual({ passed: 100_000 });
});

test("a burst passes, then as many as the minute allows, and Retry-After says when the next one may come, in whole seconds", () => {
  own.settings.API_REQUESTS_PER_MINUTE = 120;
  const userId = randomUUID();
  expect(pass(userId, 50, 1_000)).toEqual({ passed: 20, told: told(1) });
  expect(pass(userId, 50, 1_499)).toEqual({ passed: 0, told: told(1) });
  expect(pass(userId, 50, 1_500)).toEqual({ passed: 1, told: told(1) });
  expect(pass(userId, 50, 4_500)).toEqual({ passed: 6, told: told(1) });
  expect(pass(userId, 50, 64_500)).toEqual({ passed: 20, told: told(1) });
});

test("with a slow rate, Retry-After is as long as needed", () => {
  own.settings.API_REQUESTS_PER_MINUTE = 2;
  const userId = randomUUID();
  expect(pass(userId, 11, 0)).toEqual({ passed: 10, told: told(30) });
  expect(pass(userId, 1, 12_500)).toEqual({ passed: 0, told: told(18) });
  expect(pass(userId, 1, 30_000)).toEqual({ passed: 1 });
});

test("another account's requests are counted separately", () => {
  own.settings.API_REQUESTS_PER_MINUTE = 1;
  const [ada, grace] = [randomUUID(), randomUUID()];
  expect([pass(ada, 11, 0).passed, pass(grace, 11, 0).passed]).toEqual([10, 10]);
});
