import { setImmediate as laterTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { KeyCaller } from "@/lib/auth/caller";
import { AppError } from "@/lib/errors";
import { lookUpTogether, noteArrival } from "@/lib/http/arrivals";

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

/** Requests with these keys, each of which the server has just read; and how often somebody looked. */
function arrived(keyHashes: readonly string[], find: (keyHash: string) => KeyCaller = ofKey) {
  const looks: string[] = [];
  const callers = keyHashes.map((keyHash) => {
    noteArrival();
    return lookUpTogether(keyHash, async () => {
      looks.push(keyHash);
      await laterTurn();
      return find(keyHash);
    });
  });
  return { looks, callers };
}

test("of requests that arrive together with one key, one looks for all, and each has a caller of its own", async () => {
  const { looks, callers } = arrived(["one", "one", "one"]);
  const [first, second, third] = await Promise.all(callers);
  expect(looks).toEqual(["one"]);
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, second, third]).size).toBe(3);
});

test("another key has its own look-up", async () => {
  const { looks, callers } = arrived(["one", "other", "other"]);
  expect((await Promise.all(callers)).map(({ keyId }) => keyId)).toEqual(["id of one", "id of other", "id of other"]);
  expect(looks).toEqual(["one", "other"]);
});

test("what arrives later is looked up anew, even while the former look-up is not done", async () => {
  const former = arrived(["one"]);
  const next = new Promise<ReturnType<typeof arrived>>((resolve) => setImmediate(() => resolve(arrived(["one"]))));
  const { looks, callers } = await next;
  await Promise.all([...former.callers, ...callers]);
  expect(looks).toEqual(["one"]);
});

test("without a server that tells of arrivals, each looks by itself", async () => {
  let looks = 0;
  const look = () => Promise.resolve({ ...ofKey("one"), userId: `look ${(looks += 1)}` });
  await laterTurn();
  await Promise.all([lookUpTogether("one", look), lookUpTogether("one", look)]);
  expect(looks).toBe(2);
});

test("if there is no caller, each request looks by itself: a canary's use is told each time", async () => {
  const { looks, callers } = arrived(["canary", "canary", "canary"], () => {
    throw new AppError("AUTH_INVALID_KEY");
  });
  const outcomes = await Promise.allSettled(callers);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(looks).toEqual(["canary", "canary", "canary"]);
});
