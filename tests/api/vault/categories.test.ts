import { describe, expect, test } from "vitest";
import {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  updateCategory,
} from "@/lib/contracts/vault/categories";
import { createEntry, listEntries } from "@/lib/contracts/vault/entries";
import { aUser, aUserWithKey } from "../../support/callers/actors";

const stripe = {
  name: "Stripe",
  keyType: "simple",
  envVarName: "STRIPE_SECRET_KEY",
  icon: "stripe",
  description: "Payments",
} as const;

describe("categories", () => {
  test("a created category is returned completely, in the list and by id, to keys and sessions", async () => {
    const { id: userId, session, key } = await aUserWithKey();
    const created = await key.call(createCategory, { body: stripe });
    expect(created).toEqual({
      ...stripe,
      origin: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
      version: 1,
    });
    expect(await session.call(listCategories)).toEqual([created]);
    expect(await key.call(getCategory, { params: { id: created.id } })).toEqual(created);
  });

  test("fields that were not given are null", async () => {
    const { session } = await aUser();
    const created = await session.call(createCategory, { body: { name: "Keys", keyType: "ssh" } });
    expect(created).toMatchObject({ envVarName: null, icon: null, description: null });
  });

  test("a simple category without a variable name is refused, at creation and by a later change", async () => {
    const { session } = await aUser();
    await expect(session.call(createCategory, { body: { name: "Stripe", keyType: "simple" } })).rejects.toMatchObject({
      code: "CATEGORY_SIMPLE_REQUIRES_ENV_VAR",
    });
    const { id } = await session.call(createCategory, { body: stripe });
    await expect(session.call(updateCategory, { params: { id }, body: { envVarName: null } })).rejects.toMatchObject({
      code: "CATEGORY_SIMPLE_REQUIRES_ENV_VAR",
    });
  });

  test("a change affects only the given fields; null clears them; fields of the server are ignored", async () => {
    const { session } = await aUser();
    const created = await session.call(createCategory, { body: stripe });
    const params = { id: created.id };
    const changed = await session.call(updateCategory, {
      params,
      body: { ...created, id: "x", userId: "x", description: null },
    });
    expect(changed).toEqual({ ...created, description: null, updatedAt: changed.updatedAt, version: 2 });
    expect(changed.updatedAt >= created.updatedAt).toBe(true);
  });

  test("an unknown field is refused by its name", async () => {
    const { session } = await aUser();
    const { id } = await session.call(createCategory, { body: stripe });
    const response = await session.fetch(`/api/categories/${id}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ colour: "red" }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "colour" }] });
  });

  test("the type can't change while entries exist, and can after", async () => {
    const { session } = await aUser();
    const { id } = await session.call(createCategory, { body: stripe });
    await session.call(createEntry, { body: { categoryId: id, name: "billing", value: "sk_test_not_real" } });
    await expect(session.call(updateCategory, { params: { id }, body: { keyType: "json" } })).rejects.toMatchObject({
      code: "CATEGORY_IN_USE",
    });
    expect(
      (await session.call(updateCategory, { params: { id }, body: { keyType: "simple", name: "Stripe 2" } })).name,
    ).toBe("Stripe 2");
    const empty = await session.call(createCategory, { body: stripe });
    expect((await session.call(updateCategory, { params: { id: empty.id }, body: { keyType: "json" } })).keyType).toBe(
      "json",
    );
  });

  test("deleting a category also deletes its entries, and a second delete finds nothing", async () => {
    const { session } = await aUser();
    const { id } = await session.call(createCategory, { body: stripe });
    await session.call(createEntry, { body: { categoryId: id, name: "billing", value: "sk_test_not_real" } });
    const response = await session.fetch(`/api/categories/${id}`, { method: "DELETE" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(await session.call(listEntries)).toEqual([]);
    await expect(session.call(deleteCategory, { params: { id } })).rejects.toMatchObject({
      code: "CATEGORY_NOT_FOUND",
      status: 404,
    });
  });

  test("the list is ordered by name bytewise, then by creation", async () => {
    const { session } = await aUser();
    const made: string[] = [];
    for (const name of ["b", "a", "B", "a", "é"])
      made.push((await session.call(createCategory, { body: { name, keyType: "json" } })).id);
    const listed = (await session.call(listCategories)).map(({ id }) => made.indexOf(id));
    expect(listed).toEqual([2, 1, 3, 0, 4]);
  });
});
