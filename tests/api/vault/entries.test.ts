import { describe, expect, test } from "vitest";
import { deleteCategory } from "@/lib/contracts/vault/categories";
import { createEntry, getEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { aUser, aUserWithKey, withKey } from "../../support/callers/actors";
import { aCategory, anEntry, isoInstant, missingId } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";

describe("entries", () => {
  test("a created entry is returned completely, in the list with its category and by id, to keys and sessions", async () => {
    const { session, key } = await aUserWithKey();
    const category = await aCategory(key, { icon: "stripe" });
    const body = {
      categoryId: category.id,
      name: "billing",
      value: "sk_test_not_real",
      environment: "production",
      notes: "Rotated in March",
      expiresAt: "2027-01-31T09:00:00.000Z",
      rotateEveryDays: 90,
    } as const;
    const answer = await send(key, "POST", "/api/entries", body);
    const { value: _, ...shown } = body;
    const created = {
      ...shown,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fieldNames: null,
      valueChangedAt: expect.stringMatching(isoInstant),
      createdAt: expect.stringMatching(isoInstant),
      updatedAt: expect.stringMatching(isoInstant),
      version: 1,
    };
    expect(answer).toMatchObject({ status: 201, json: {} });
    expect(answer.json).toEqual(created);
    const [listed, ...others] = await session.call(listEntries);
    expect([listed, others]).toEqual([
      { ...created, category: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", icon: "stripe" } },
      [],
    ]);
    expect(await key.call(getEntry, { params: { id: listed?.id ?? "" } })).toEqual(answer.json);
  });

  test("fields that were not given are null", async () => {
    const { session } = await aUser();
    expect(await anEntry(session)).toMatchObject({ environment: null, notes: null, fieldNames: null });
  });

  test("a change affects only the given fields, and null clears optional ones", async () => {
    const { session, key } = await aUserWithKey();
    const created = await anEntry(session, { environment: "staging", notes: "old" });
    const params = { id: created.id };
    const renamed = await key.call(updateEntry, { params, body: { name: "checkout" } });
    expect(renamed).toEqual({ ...created, name: "checkout", updatedAt: renamed.updatedAt, version: 2 });
    expect(renamed.updatedAt >= created.updatedAt).toBe(true);
    const cleared = await session.call(updateEntry, { params, body: { environment: null, notes: null } });
    expect(cleared).toEqual({ ...renamed, environment: null, notes: null, updatedAt: cleared.updatedAt, version: 3 });
    expect(await session.call(updateEntry, { params, body: {} })).toMatchObject({ name: "checkout" });
    expect(await session.call(revealEntry, { params })).toMatchObject({ value: "sk_test_not_a_real_key" });
  });

  test("an entry can be sent back changed: fields of the server are ignored", async () => {
    const { session } = await aUser();
    const created = await anEntry(session, { keyType: "group" });
    const [listed] = await session.call(listEntries);
    const body = {
      ...listed,
      id: missingId,
      userId: "someone",
      createdAt: "never",
      updatedAt: 1,
      category: { name: "Other" },
      fieldNames: ["X"],
      valueChangedAt: "never",
      name: "checkout",
    };
    const changed = await session.call(updateEntry, { params: { id: created.id }, body });
    expect(changed).toEqual({ ...created, name: "checkout", updatedAt: changed.updatedAt, version: 2 });
  });

  test.each([
    ["empty", "name", { name: "" }],
    ["blank", "name", { name: " \t" }],
    ["long", "name", { name: "x".repeat(201) }],
    ["NUL in", "name", { name: "a\0b" }],
    ["number as", "name", { name: 5 }],
    ["null", "name", { name: null }],
    ["unlisted", "environment", { environment: "prod" }],
    ["long", "notes", { notes: "x".repeat(4_001) }],
    ["NUL in", "notes", { notes: "a\0b" }],
    ["empty", "value", { value: "" }],
    ["number as", "value", { value: 5 }],
    ["object as", "value", { value: { A: "1" } }],
    ["unknown", "colour", { colour: "red" }],
    ["unknown", "encryptedValue", { encryptedValue: "AAAA" }],
  ])("%s %s: refused by name, on creation and on change, and nothing is stored", async (_, path, fault) => {
    const { session } = await aUser();
    const entry = await anEntry(session);
    const body = { categoryId: entry.categoryId, name: "other", value: "sk_test_not_real", ...fault };
    expect(await send(session, "POST", "/api/entries", body)).toMatchObject(refusedField(path));
    expect(await send(session, "PUT", `/api/entries/${entry.id}`, { notes: "half a change", ...fault })).toMatchObject(
      refusedField(path),
    );
    const stored = (await session.call(listEntries)).map(({ category: _category, ...plain }) => plain);
    expect(stored).toEqual([entry]);
  });

  test("missing fields are named on creation", async () => {
    const { session } = await aUser();
    for (const path of ["categoryId", "name", "value"])
      expect(await send(session, "POST", "/api/entries", {})).toMatchObject(refusedField(path));
    expect(await send(session, "POST", "/api/entries", { categoryId: "no-uuid", name: "a", value: "b" })).toMatchObject(
      refusedField("categoryId"),
    );
  });

  test("names are trimmed and counted in characters, not in UTF-16 units; notes may have 4,000", async () => {
    const { session } = await aUser();
    const name = "🔑".repeat(200);
    const notes = "é".repeat(4_000);
    expect(await anEntry(session, { name: `  ${name}\n`, notes })).toMatchObject({ name, notes });
  });

  test("a missing category and somebody else's get the same 404, and nothing is stored", async () => {
    const [{ session }, other] = await Promise.all([aUser(), aUser()]);
    const theirs = await aCategory(other.session);
    const body = { name: "billing", value: "sk_test_not_real" };
    const answers = [theirs.id, missingId].map((categoryId) =>
      send(session, "POST", "/api/entries", { ...body, categoryId }),
    );
    const [forTheirs, forMissing] = await Promise.all(answers);
    expect(forTheirs).toMatchObject({ status: 404, json: { error: "Category not found", code: "CATEGORY_NOT_FOUND" } });
    expect(forTheirs?.text).toBe(forMissing?.text);
    expect([await session.call(listEntries), await other.session.call(listEntries)]).toEqual([[], []]);
  });

  test("an entry moves to another category of the same type, with its value, and to no other", async () => {
    const { session } = await aUser();
    const entry = await anEntry(session);
    const { id: categoryId } = await aCategory(session, { name: "Other" });
    const moved = await session.call(updateEntry, { params: { id: entry.id }, body: { categoryId } });
    expect(moved).toMatchObject({ categoryId, name: entry.name, version: 2 });
    expect(await session.call(listEntries)).toMatchObject([{ id: entry.id, category: { name: "Other" } }]);
    expect(await session.call(revealEntry, { params: { id: entry.id } })).toMatchObject({
      value: "sk_test_not_a_real_key",
    });

    const other = await aUser();
    const theirs = await aCategory(other.session, { name: "Theirs" });
    const group = await aCategory(session, { name: "Group", keyType: "group" });
    for (const [categoryId, refusal] of [
      [group.id, { status: 400, json: { details: [{ path: "categoryId" }] } }],
      ["no-uuid", { status: 400, json: { details: [{ path: "categoryId" }] } }],
      [theirs.id, { status: 404, json: { code: "CATEGORY_NOT_FOUND" } }],
      [missingId, { status: 404, json: { code: "CATEGORY_NOT_FOUND" } }],
    ] as const)
      expect(await send(session, "PUT", `/api/entries/${entry.id}`, { categoryId })).toMatchObject(refusal);
    expect(await session.call(getEntry, { params: { id: entry.id } })).toEqual(moved);
  });

  test("a missing, a malformed and somebody else's id get the same 404 from every operation", async () => {
    const [{ session, key }, other] = await Promise.all([aUserWithKey(), aUser()]);
    const theirs = await anEntry(other.session);
    for (const [method, tail, body] of [
      ["GET", "", undefined],
      ["PUT", "", { name: "mine" }],
      ["DELETE", "", undefined],
      ["POST", "/reveal", undefined],
    ] as const) {
      const ids = [missingId, theirs.id, "no-uuid", "%00", "..%2f", theirs.id.toUpperCase()];
      const answers = await Promise.all(
        ids.flatMap((id) => [session, key].map((who) => send(who, method, `/api/entries/${id}${tail}`, body))),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['404 {"error":"Entry not found","code":"ENTRY_NOT_FOUND"}']),
      );
    }
    expect(await other.session.call(getEntry, { params: { id: theirs.id } })).toEqual(theirs);
  });

  test("a deleted entry is gone: 204 without a body, then 404", async () => {
    const { session, key } = await aUserWithKey();
    const { id } = await anEntry(session);
    expect(await send(key, "DELETE", `/api/entries/${id}`)).toMatchObject({ status: 204, text: "" });
    expect(await session.call(listEntries)).toEqual([]);
    expect((await send(session, "DELETE", `/api/entries/${id}`)).status).toBe(404);
    expect((await send(session, "POST", `/api/entries/${id}/reveal`)).status).toBe(404);
  });

  test("deleting the category deletes its entries and no others", async () => {
    const { session } = await aUser();
    const [doomed, kept] = [await anEntry(session), await anEntry(session, { name: "kept" })];
    await session.call(deleteCategory, { params: { id: doomed.categoryId } });
    expect((await session.call(listEntries)).map(({ id }) => id)).toEqual([kept.id]);
    await expect(session.call(revealEntry, { params: { id: doomed.id } })).rejects.toMatchObject({
      code: "ENTRY_NOT_FOUND",
    });
  });

  test("the list is ordered by name bytewise, then by creation, across categories", async () => {
    const { session } = await aUser();
    const categories = [(await aCategory(session, { name: "Z" })).id, (await aCategory(session, { name: "A" })).id];
    const made: string[] = [];
    for (const [index, name] of ["b", "a", "B", "a", "é", "10", "9"].entries()) {
      made.push(
        (await session.call(createEntry, { body: { categoryId: categories[index % 2] ?? "", name, value: "x" } })).id,
      );
    }
    expect((await session.call(listEntries)).map(({ id }) => made.indexOf(id))).toEqual([5, 6, 2, 1, 3, 0, 4]);
  });

  test("only a reveal returns the value, and nothing returns its ciphertext", async () => {
    const { session } = await aUser();
    const canary = "canary-value-not-real";
    const { id, categoryId } = await anEntry(session, { value: canary });
    const answers = [
      await send(session, "POST", "/api/entries", { categoryId, name: "two", value: canary }),
      await send(session, "PUT", `/api/entries/${id}`, { value: canary }),
      await send(session, "GET", `/api/entries/${id}`),
      await send(session, "GET", "/api/entries"),
      await send(session, "PUT", `/api/entries/${id}`, { value: canary, colour: "red" }),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/canary|encrypted|cipher|"value"/i);
    expect((await send(session, "POST", `/api/entries/${id}/reveal`)).json).toEqual({
      id,
      name: "billing",
      value: canary,
      environment: null,
    });
  });

  test("a caller without permission learns that before anything about the request's validity", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["entries:read"] });
    const { id } = await anEntry(session);
    expect(await send(key, "POST", `/api/entries/${id}/reveal`)).toMatchObject({
      status: 403,
      json: { code: "AUTH_SCOPE_REQUIRED" },
    });
    expect(await send(key, "POST", "/api/entries", "{not json")).toMatchObject({
      status: 403,
      json: { code: "AUTH_SCOPE_REQUIRED" },
    });
    expect(await send(key, "PUT", `/api/entries/${missingId}`, { name: "" })).toMatchObject({ status: 403 });
    expect(await send(withKey("svc_wrong"), "POST", "/api/entries", "{not json")).toMatchObject({
      status: 401,
      json: { code: "AUTH_INVALID_KEY" },
    });
    expect(await send(session, "POST", "/api/entries", "{not json")).toMatchObject({
      status: 400,
      json: { code: "INVALID_JSON" },
    });
  });
});
