import { expect, test } from "vitest";
import {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  updateCategory,
} from "@/lib/contracts/vault/categories";
import { createEntry, deleteEntry, getEntry, listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import { getStats } from "@/lib/contracts/vault/stats";
import {
  createTwoFactorToken,
  deleteTwoFactorToken,
  listTwoFactorTokens,
  updateTwoFactorToken,
} from "@/lib/contracts/vault/two-factor";
import { type Actor, aUser, aUserWithKey } from "../../support/callers/actors";

test("a list shows each write at the very next request, to keys and sessions", async () => {
  const { session, key } = await aUserWithKey({
    scopes: ["categories:read", "entries:read", "2fa:read", "stats:read"],
  });
  const seen = async () => {
    const lists = async (who: typeof key | typeof session) =>
      JSON.stringify([
        await who.call(listCategories),
        await who.call(listEntries),
        await who.call(listTwoFactorTokens),
        await who.call(getStats),
      ]);
    const [byKey, bySession] = [await lists(key), await lists(session)];
    expect(byKey).toBe(bySession);
    return byKey;
  };
  let last = await seen();
  const changes = async <T>(write: () => Promise<T>): Promise<T> => {
    expect(await seen()).toBe(last);
    const result = await write();
    const now = await seen();
    expect(now).not.toBe(last);
    last = now;
    return result;
  };
  const category = await changes(() =>
    session.call(createCategory, { body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" } }),
  );
  await changes(() => session.call(updateCategory, { params: { id: category.id }, body: { name: "Stripe EU" } }));
  const entry = await changes(() =>
    session.call(createEntry, { body: { categoryId: category.id, name: "billing", value: "sk_test_not_real" } }),
  );
  await changes(() => session.call(updateEntry, { params: { id: entry.id }, body: { environment: "staging" } }));
  await changes(() => session.call(deleteEntry, { params: { id: entry.id } }));
  const token = await changes(() =>
    session.call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" } }),
  );
  await changes(() => session.call(updateTwoFactorToken, { params: { id: token.id }, body: { accountName: "grace" } }));
  await changes(() => session.call(deleteTwoFactorToken, { params: { id: token.id } }));
  await changes(() => session.call(deleteCategory, { params: { id: category.id } }));
});

test("a client with the current reply gets a 304 until something changes; another user's ETag is useless", async () => {
  const { session, key } = await aUserWithKey({ scopes: ["categories:read", "categories:write"] });
  await session.call(createCategory, { body: { name: "Stripe", keyType: "json" } });
  const list = async (who: Actor, etag?: string) => {
    const response = await who.fetch(
      "/api/categories",
      etag === undefined ? {} : { headers: { "If-None-Match": etag } },
    );
    return {
      status: response.status,
      text: await response.text(),
      etag: response.headers.get("ETag") ?? "",
      caching: response.headers.get("Cache-Control"),
    };
  };
  const { etag } = await list(key);
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(await list(key, etag)).toEqual({ status: 304, text: "", etag, caching: "no-store" });
  expect(await list((await aUser()).session, etag)).toMatchObject({ status: 200, text: "[]" });
  await session.call(createCategory, { body: { name: "Sentry", keyType: "json" } });
  const changed = await list(key, etag);
  expect([changed.status, (JSON.parse(changed.text) as unknown[]).length]).toEqual([200, 2]);
});

test("a single resource also shows each write at the very next request, and is gone once deleted", async () => {
  const { session, key } = await aUserWithKey({ scopes: ["categories:read", "entries:read"] });
  const category = await session.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
  });
  const [first, second] = [
    await session.call(createEntry, { body: { categoryId: category.id, name: "billing", value: "sk_test_not_real" } }),
    await session.call(createEntry, { body: { categoryId: category.id, name: "web", value: "sk_test_not_real" } }),
  ];
  const look = async ({ id }: { id: string }) => (await key.call(getEntry, { params: { id } })).name;
  for (let round = 0; round < 2; round += 1)
    expect([await look(first), await look(second)]).toEqual(["billing", "web"]);
  await session.call(updateEntry, { params: { id: first.id }, body: { name: "shop" } });
  expect([await look(first), await look(second)]).toEqual(["shop", "web"]);
  const named = async () => (await key.call(getCategory, { params: { id: category.id } })).name;
  expect(await named()).toBe("Stripe");
  await session.call(updateCategory, { params: { id: category.id }, body: { name: "Stripe EU" } });
  expect(await named()).toBe("Stripe EU");
  await session.call(deleteEntry, { params: { id: first.id } });
  await expect(look(first)).rejects.toMatchObject({ status: 404 });
  // A user's cached response is shown to nobody else.
  const other = await aUser();
  await expect(other.session.call(getEntry, { params: { id: second.id } })).rejects.toMatchObject({ status: 404 });
});
