import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NetworkError } from "@/lib/client/http/call";
import { ApiError, signedOut } from "@/lib/client/http/api-error";
import { replacingToken, withCurrentToken } from "@/lib/client/session/session-token";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Node has the browsers' locks from version 24 on. Here they are a promise that each caller waits for. */
function aBrowser({ withLocks }: { withLocks: boolean }): void {
  let held: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: unknown, work: () => unknown) => {
    const result = held.then(work);
    held = result.catch(() => undefined);
    return result;
  };
  vi.stubGlobal("window", { navigator: withLocks ? { locks: { request } } : {} });
}

const answering = (...answers: (Error | string)[]) =>
  vi.fn(() => {
    const answer = answers.shift() ?? "no more answers";
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });

describe.each([true, false])("a request, in a browser with locks: %j", (withLocks) => {
  beforeEach(() => aBrowser({ withLocks }));

  test("that succeeds is sent once, and at once", async () => {
    const send = answering("answer");
    expect([await withCurrentToken(send), send.mock.calls.length]).toEqual(["answer", 1]);
  });

  test("that is refused as signed out is sent once more, and the second response counts", async () => {
    for (const second of ["answer", signedOut()]) {
      const send = answering(signedOut(), second);
      const outcome = withCurrentToken(send).catch((error: unknown) => error);
      await vi.runAllTimersAsync();
      expect([await outcome, send.mock.calls.length]).toEqual([second, 2]);
    }
  });

  test("that fails otherwise is not repeated", async () => {
    for (const error of [
      new ApiError("REAUTHENTICATION_REQUIRED", 403),
      new ApiError("UNAVAILABLE", 503),
      new NetworkError(undefined),
      new Error("a fault"),
    ]) {
      const send = answering(error);
      await expect(withCurrentToken(send)).rejects.toBe(error);
      expect(send).toHaveBeenCalledTimes(1);
    }
  });
});

test("waits for a re-authentication in progress, in any tab, and for a moment after a provider's response", async () => {
  aBrowser({ withLocks: true });
  let proven = () => {};
  const proof = replacingToken(() => new Promise<void>((resolve) => (proven = resolve)));
  const send = answering(signedOut(), "answer");
  const outcome = withCurrentToken(send);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  proven();
  await proof;
  expect([await outcome, send.mock.calls.length]).toEqual(["answer", 2]);

  aBrowser({ withLocks: false });
  const atOnce = answering(signedOut(), "answer");
  void withCurrentToken(atOnce);
  await vi.advanceTimersByTimeAsync(200);
  expect(atOnce).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(atOnce).toHaveBeenCalledTimes(2);
});

test("re-authentications run one after another if the browser has locks", async () => {
  aBrowser({ withLocks: true });
  const order: string[] = [];
  let first = () => {};
  const proofs = [
    replacingToken(() => new Promise<void>((resolve) => (first = resolve)).then(() => void order.push("first"))),
    replacingToken(() => Promise.resolve().then(() => void order.push("second"))),
  ];
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual([]);
  first();
  await Promise.all(proofs);
  expect(order).toEqual(["first", "second"]);
});
