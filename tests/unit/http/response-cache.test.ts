import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import type { ContractSpec } from "@/lib/contracts/contract";
import { getEntry, listEntries } from "@/lib/contracts/vault/entries";
import { getStats } from "@/lib/contracts/vault/stats";
import { findCached, cacheResponse, etagMatches } from "@/lib/http/answer/response-cache";

const asked = (contract: ContractSpec, userId: string, params = {}) => ({ contract, userId, params, reach: "" });

/** What a response counts besides its body: its name, whose characters may take two bytes each, and a row in the cache. */
const besideBody = (name: string) => 2 * name.length + 512;

describe("cached responses", () => {
  test("a response is found for its user, its endpoint and its revision, and for no other", () => {
    const [ada, grace] = [randomUUID(), randomUUID()];
    cacheResponse(asked(listEntries, ada), 7, "[1]");
    expect(findCached(asked(listEntries, ada), 7)?.body.toString()).toBe("[1]");
    cacheResponse(asked(getEntry, ada, { id: "1" }), 7, "one");
    expect(findCached(asked(getEntry, ada, { id: "1" }), 7)?.body.toString()).toBe("one");
    for (const miss of [
      findCached(asked(getEntry, ada, { id: "2" }), 7),
      findCached(asked(listEntries, ada), 8),
      findCached(asked(listEntries, ada), 6),
      findCached(asked(listEntries, grace), 7),
      findCached(asked(getStats, ada), 7),
    ])
      expect(miss).toBeUndefined();
  });

  test("the least recently used one is evicted first when 32 MiB are full; one of over 8 MiB is never cached", () => {
    const users = Array.from({ length: 6 }, () => randomUUID());
    const text = "x".repeat(7 * 1024 * 1024);
    for (const user of users.slice(0, 4)) cacheResponse(asked(listEntries, user), 1, text);
    findCached(asked(listEntries, users[0] ?? ""), 1);
    cacheResponse(asked(listEntries, users[4] ?? ""), 1, text);
    expect(users.slice(0, 5).map((user) => findCached(asked(listEntries, user), 1) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(cacheResponse(asked(listEntries, users[5] ?? ""), 1, "x".repeat(9 * 1024 * 1024)).body.length).toBe(
      9 * 1024 * 1024,
    );
    expect(findCached(asked(listEntries, users[5] ?? ""), 1)).toBeUndefined();
  });

  test("four responses of 8 MiB, less what their names take, fill the 32 MiB, and one more evicts the oldest", () => {
    const users = Array.from({ length: 5 }, () => randomUUID());
    const found = () => users.map((user) => findCached(asked(listEntries, user), 1) !== undefined);
    const body = "x".repeat(8 * 1024 * 1024 - besideBody(`${users[0]} listEntries `));
    for (const user of users.slice(0, 4)) cacheResponse(asked(listEntries, user), 1, body);
    expect(found()).toEqual([true, true, true, true, false]);
    cacheResponse(asked(listEntries, users[3] ?? ""), 1, body);
    expect(found()).toEqual([true, true, true, true, false]);
    cacheResponse(asked(listEntries, users[3] ?? ""), 1, `${body}x`);
    expect(found()).toEqual([false, true, true, true, false]);
    cacheResponse(asked(listEntries, users[4] ?? ""), 1, "x");
    expect(found()).toEqual([false, true, true, true, true]);
    expect(cacheResponse(asked(listEntries, users[0] ?? ""), 1, "x".repeat(8 * 1024 * 1024 + 1)).body.length).toBe(
      8 * 1024 * 1024 + 1,
    );
    expect(found()).toEqual([false, true, true, true, true]);
  });

  test("an empty list counts too, with the name of what it was asked for: a caller's limits can be long", () => {
    const user = randomUUID();
    const asking = (at: number) => ({ ...asked(listEntries, user), reach: `${at}`.padEnd(80_000, "ü") });
    const fitting = Math.floor((32 * 1024 * 1024) / (2 + besideBody(`${user} listEntries ${asking(0).reach}`)));
    const isFound = (at: number) => findCached(asking(at), 1) !== undefined;
    for (let at = 0; at <= fitting; at += 1) cacheResponse(asking(at), 1, "[]");
    expect([isFound(0), isFound(1), isFound(fitting)]).toEqual([false, true, true]);
  });

  test("an ETag identifies the bytes alone: the same after other writes, another for other bytes", () => {
    const user = randomUUID();
    const { etag } = cacheResponse(asked(listEntries, user), 1, "[1]");
    expect(cacheResponse(asked(listEntries, user), 2, "[1]").etag).toBe(etag);
    expect(cacheResponse(asked(listEntries, user), 3, "[2]").etag).not.toBe(etag);
  });

  test.each([
    [null, false],
    ["", false],
    ['"b"', false],
    ["a", false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ["*", true],
    ['"b", *', true],
    ['xW/"a"', false],
    ['"a" , "b"', true],
  ])('If-None-Match %s against "a": %s', (header, expected) => {
    expect(etagMatches(header, '"a"')).toBe(expected);
  });

  test("only responses that are read as a whole and contain no secret are cached", () => {
    const kept = contracts.filter((contract) => contract.cacheable);
    expect(kept.map(({ id }) => id).sort()).toEqual([
      "getCategory",
      "getEntry",
      "getOpenApi",
      "getStats",
      "listCategories",
      "listEntries",
      "listTwoFactorTokens",
    ]);
    for (const { method, plaintext, query, body } of kept)
      expect({ method, plaintext, query, body }).toEqual({
        method: "GET",
        plaintext: undefined,
        query: undefined,
        body: undefined,
      });
  });
});
