import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import type { ContractSpec } from "@/lib/contracts/contract";
import { getEntry, listEntries } from "@/lib/contracts/vault/entries";
import { getStats } from "@/lib/contracts/vault/stats";
import { findCached, cacheResponse, etagMatches } from "@/lib/http/response-cache";

const asked = (contract: ContractSpec, userId: string, params = {}) => ({ contract, userId, params, reach: "" });

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

  test("four responses of 8 MiB fill the 32 MiB, and one more byte evicts the oldest", () => {
    const users = Array.from({ length: 5 }, () => randomUUID());
    const found = () => users.map((user) => findCached(asked(listEntries, user), 1) !== undefined);
    for (const user of users.slice(0, 4)) cacheResponse(asked(listEntries, user), 1, "x".repeat(8 * 1024 * 1024));
    expect(found()).toEqual([true, true, true, true, false]);
    cacheResponse(asked(listEntries, users[4] ?? ""), 1, "x");
    expect(found()).toEqual([false, true, true, true, true]);
    expect(cacheResponse(asked(listEntries, users[0] ?? ""), 1, "x".repeat(8 * 1024 * 1024 + 1)).body.length).toBe(
      8 * 1024 * 1024 + 1,
    );
    expect(found()).toEqual([false, true, true, true, true]);
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
