import { describe, expect, test } from "vitest";
import { deleteCategory } from "@/lib/contracts/vault/categories";
import { deleteEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { getStats } from "@/lib/contracts/vault/stats";
import { createTwoFactorToken, deleteTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { aUser, aUserWithKey } from "../../support/callers/actors";
import { aCategory, anEntry } from "../../support/rows/fixtures";
import { send } from "../../support/http/raw";

const nothing = {
  totalCategories: 0,
  totalEntries: 0,
  total2fa: 0,
  byKeyType: { simple: 0, group: 0, ssh: 0, json: 0 },
  byEnvironment: { development: 0, staging: 0, production: 0 },
};

const token = { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" };

describe("stats", () => {
  test("contain every key from the start, with zeros, for keys and sessions", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["stats:read"] });
    expect(await send(session, "GET", "/api/stats")).toMatchObject({ status: 200 });
    expect((await send(session, "GET", "/api/stats")).json).toEqual(nothing);
    expect((await send(key, "GET", "/api/stats")).json).toEqual(nothing);
  });

  test("count entries by their category's type and by environment; an entry without an environment counts in none", async () => {
    const { session } = await aUser();
    await aCategory(session, { name: "empty" });
    await anEntry(session, { environment: "production" });
    await anEntry(session, { environment: "production" });
    await anEntry(session, { keyType: "group", environment: "development" });
    await anEntry(session, { keyType: "ssh", environment: "staging" });
    await anEntry(session, { keyType: "json" });
    await session.call(createTwoFactorToken, { body: token });
    expect(await session.call(getStats)).toEqual({
      totalCategories: 6,
      totalEntries: 5,
      total2fa: 1,
      byKeyType: { simple: 2, group: 1, ssh: 1, json: 1 },
      byEnvironment: { development: 1, staging: 1, production: 2 },
    });
  });

  test("follow changes, deletions and cascades at once", async () => {
    const { session } = await aUser();
    const { id, categoryId } = await anEntry(session, { environment: "staging" });
    const second = await anEntry(session, { keyType: "group" });
    const { id: tokenId } = await session.call(createTwoFactorToken, { body: token });
    await session.call(updateEntry, { params: { id }, body: { environment: "production" } });
    expect((await session.call(getStats)).byEnvironment).toEqual({ development: 0, staging: 0, production: 1 });
    await session.call(deleteCategory, { params: { id: categoryId } });
    await session.call(deleteEntry, { params: { id: second.id } });
    await session.call(deleteTwoFactorToken, { params: { id: tokenId } });
    expect(await session.call(getStats)).toEqual({ ...nothing, totalCategories: 1 });
  });

  test("count the caller's own rows only", async () => {
    const [{ session, key }, other] = await Promise.all([aUserWithKey(), aUser()]);
    await anEntry(other.session, { environment: "production" });
    await other.session.call(createTwoFactorToken, { body: token });
    expect(await session.call(getStats)).toEqual(nothing);
    expect(await key.call(getStats)).toEqual(nothing);
  });
});
