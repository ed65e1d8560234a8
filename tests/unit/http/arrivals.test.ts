import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import type { KeyCaller } from "@/lib/auth/caller";
import { AppError } from "@/lib/errors";
import { coalesceLookups } from "@/lib/http/gate/coalesce-lookups";

const ofKey = (keyHash: string): KeyCaller => ({
  kind: "key",
  userId: "ada",
  keyId: `id of ${keyHash}`,
  keyHash,
  keyPrefix: "svc_NOTREA",
  scopes: new Set(),
  bounds: null,
  addresses: null,
  revealsPerDay: null,
  request: null,
});

/** A vault in which some keys are revoked, and who looked for a key: each request by its number. */
function aVault() {
  const revoked = new Set<string>();
  const looks: number[] = [];
  const arrive = (request: number, keyHash = "one") =>
    coalesceLookups(keyHash, async () => {
      looks.push(request);
      const isRevoked = revoked.has(keyHash);
      // As long as the database takes.
      await yieldToEventLoop();
      if (isRevoked) throw new AppError("AUTH_INVALID_KEY");
      return ofKey(keyHash);
    });
  return { revoked, looks, arrive };
}

const outcomes = async (callers: Promise<KeyCaller>[]) =>
  (await Promise.allSettled(callers)).map(({ status }) => status);

test("of requests that arrive together with one key, the second looks for the rest, and each has a caller of its own", async () => {
  const { looks, arrive } = aVault();
  const callers = await Promise.all([arrive(1), arrive(2), arrive(3), arrive(4)]);
  expect(looks).toEqual([1, 2]);
  expect(callers).toEqual(Array(4).fill(ofKey("one")));
  expect(new Set(callers).size).toBe(4);
});

test("another key has its own look-ups", async () => {
  const { looks, arrive } = aVault();
  const callers = await Promise.all([arrive(1), arrive(2, "other"), arrive(3), arrive(4, "other"), arrive(5)]);
  expect(callers.map(({ keyHash }) => keyHash)).toEqual(["one", "other", "one", "other", "one"]);
  expect(looks).toEqual([1, 2, 3, 4]);
});

test("a revocation between two requests of one pass counts for the second one and all after it", async () => {
  const { revoked, arrive } = aVault();
  const before = arrive(1);
  revoked.add("one");
  expect(await outcomes([before, arrive(2), arrive(3)])).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("no request joins a look-up that has begun, whichever phase of the event loop it arrives in", async () => {
  const { revoked, looks, arrive } = aVault();
  const callers = [arrive(1), arrive(2)];
  // Behind the pass, as a TLS connection is read that waited for its turn.
  await yieldToEventLoop();
  callers.push(arrive(3), arrive(4));
  await yieldToEventLoop();
  expect(looks).toEqual([1, 2, 3, 4]);
  revoked.add("one");
  expect(await outcomes([arrive(5), arrive(6)])).toEqual(["rejected", "rejected"]);
  expect(await outcomes(callers)).toEqual(Array(4).fill("fulfilled"));
});

test("if there is no caller, each request looks by itself, once: a canary's use is told each time", async () => {
  const { revoked, looks, arrive } = aVault();
  revoked.add("one");
  expect(await outcomes([arrive(1), arrive(2), arrive(3), arrive(4)])).toEqual(Array(4).fill("rejected"));
  expect(looks).toEqual([1, 2, 3, 4]);
});
