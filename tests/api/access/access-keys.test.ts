import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createAccessKey, listAccessKeys, revokeAccessKey } from "@/lib/contracts/access/access-keys";
import { listEntries } from "@/lib/contracts/vault/entries";
import { scopes as allScopes } from "@/lib/contracts/access/scopes";
import { actor, aUser, aUserWithKey, withKey } from "../../support/callers/actors";
import { isoInstant, missingId } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";

const valid = { name: "CI", scopes: ["entries:read"] };

describe("access keys", () => {
  test("a key is shown once, when it is created: svc_, 43 base64url characters, the last 4 bytes a CRC-32 of the first 28", async () => {
    const { session } = await aUser();
    const answer = await send(session, "POST", "/api/access-keys", { ...valid, expiresAt: "2099-01-31" });
    expect(answer.status).toBe(201);
    const created = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...valid,
      keyPrefix: expect.any(String),
      projects: null,
      environments: null,
      addresses: null,
      revealsPerDay: null,
      canary: false,
      makerId: null,
      previousKeyExpiresAt: null,
      expiresAt: "2099-01-31T00:00:00.000Z",
      lastUsedAt: null,
      createdAt: expect.stringMatching(isoInstant),
    };
    expect(answer.json).toEqual({ ...created, key: expect.stringMatching(/^svc_[A-Za-z0-9_-]{43}$/) });
    const { key, keyPrefix } = await session.call(createAccessKey, {
      body: { name: "second", scopes: ["stats:read"] },
    });
    const bytes = Buffer.from(key.slice(4), "base64url");
    expect([bytes.length, bytes.readUInt32BE(28), keyPrefix]).toEqual([
      32,
      crc32(bytes.subarray(0, 28)),
      key.slice(0, 10),
    ]);
    expect(answer.json).not.toMatchObject({ key });
    const list = await send(session, "GET", "/api/access-keys");
    expect(list.json).toEqual([
      created,
      expect.objectContaining({ name: "second", scopes: ["stats:read"], expiresAt: null }),
    ]);
    expect(list.text).not.toMatch(/"key"|hash/i);
    expect(list.text).not.toContain(key.slice(10));
  });

  test("all 15 scopes can be granted; a repeated one counts once, and the order is that of the list", async () => {
    const { session } = await aUser();
    expect(allScopes.length).toBe(15);
    const { scopes } = await session.call(createAccessKey, {
      body: { name: "all", scopes: [...allScopes].reverse().flatMap((scope) => [scope, scope]) },
    });
    expect(scopes).toEqual([
      "categories:read",
      "categories:write",
      "entries:read",
      "entries:write",
      "entries:reveal",
      "2fa:read",
      "2fa:write",
      "2fa:reveal",
      "envs:read",
      "envs:write",
      "envs:reveal",
      "stats:read",
      "activity:read",
      "export:read",
      "ai:extract",
    ]);
  });

  test.each([
    ["a date alone, its first instant in UTC", "2099-02-28", "2099-02-28T00:00:00.000Z"],
    ["an instant in UTC", "2099-01-31T09:00:00Z", "2099-01-31T09:00:00.000Z"],
    ["an instant with milliseconds", "2099-01-31T09:00:00.123Z", "2099-01-31T09:00:00.123Z"],
    ["an instant with an offset", "2099-01-31T00:30:00+02:00", "2099-01-30T22:30:00.000Z"],
    ["a leap day", "2096-02-29", "2096-02-29T00:00:00.000Z"],
    ["an instant in the past", "2001-01-01", "2001-01-01T00:00:00.000Z"],
    ["null, no expiry", null, null],
  ])("expiry: %s", async (_, expiresAt, kept) => {
    const { session } = await aUser();
    expect(await send(session, "POST", "/api/access-keys", { ...valid, expiresAt })).toMatchObject({
      status: 201,
      json: { expiresAt: kept },
    });
    expect((await session.call(listAccessKeys))[0]?.expiresAt).toBe(kept);
  });

  test.each([
    ["no date", "expiresAt", { expiresAt: "tomorrow" }],
    ["a day that does not exist", "expiresAt", { expiresAt: "2099-02-30" }],
    ["no leap year", "expiresAt", { expiresAt: "2099-02-29" }],
    ["an instant without a zone", "expiresAt", { expiresAt: "2099-01-31T09:00:00" }],
    ["a number", "expiresAt", { expiresAt: 4_073_500_800 }],
    ["an empty date", "expiresAt", { expiresAt: "" }],
    ["an unlisted scope", "scopes.1", { scopes: ["entries:read", "entries:*"] }],
    ["no scope", "scopes", { scopes: [] }],
    ["scopes in one string", "scopes", { scopes: "entries:read" }],
    ["missing scopes", "scopes", { scopes: undefined }],
    ["a missing name", "name", { name: undefined }],
    ["an empty name", "name", { name: " " }],
    ["a long name", "name", { name: "x".repeat(201) }],
    ["a key of the caller's choice", "key", { key: "svc_mine" }],
  ])("%s is refused by name, and no key is created", async (_, path, fault) => {
    const { session } = await aUser();
    expect(await send(session, "POST", "/api/access-keys", { ...valid, ...fault })).toMatchObject(refusedField(path));
    expect(await session.call(listAccessKeys)).toEqual([]);
  });

  test.each(["0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999-23:59", "0001-01-01", "9999-12-31"])(
    "an expiry at the end of the calendar is stored or refused, never a server error: %s",
    async (expiresAt) => {
      const { session } = await aUser();
      expect([201, 400]).toContain((await send(session, "POST", "/api/access-keys", { ...valid, expiresAt })).status);
      expect((await send(session, "GET", "/api/access-keys")).status).toBe(200);
    },
  );

  test("a revoked key is refused on its next request, and other keys are not", async () => {
    const { session, key, accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
    const other = await session.call(createAccessKey, { body: { name: "other", scopes: ["entries:read"] } });
    expect(await key.call(listEntries)).toEqual([]);
    expect(await send(session, "DELETE", `/api/access-keys/${accessKey.id}`)).toMatchObject({ status: 204, text: "" });
    expect(await send(key, "GET", "/api/entries")).toMatchObject({ status: 401, json: { code: "AUTH_INVALID_KEY" } });
    expect(await withKey(other.key).call(listEntries)).toEqual([]);
    expect((await session.call(listAccessKeys)).map(({ name }) => name)).toEqual(["other"]);
    await expect(session.call(revokeAccessKey, { params: { id: accessKey.id } })).rejects.toMatchObject({
      code: "ACCESS_KEY_NOT_FOUND",
      status: 404,
    });
  });

  test("a missing, a malformed and somebody else's id get the same 404, and the key is not changed", async () => {
    const [{ session }, other] = await Promise.all([aUser(), aUserWithKey({ scopes: ["entries:read"] })]);
    const answers = await Promise.all(
      [missingId, "no-uuid", other.accessKey.id].map((id) => send(session, "DELETE", `/api/access-keys/${id}`)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['404 {"error":"Access key not found","code":"ACCESS_KEY_NOT_FOUND"}']),
    );
    expect(await other.key.call(listEntries)).toEqual([]);
    expect(await session.call(listAccessKeys)).toEqual([]);
  });

  test("a key can neither list, create nor revoke keys, whatever its scopes and its cookie", async () => {
    const { session, key, accessKey } = await aUserWithKey();
    const both = actor({ ...session.headers, ...key.headers });
    for (const who of [key, both]) {
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["POST", "", valid],
        ["POST", "", {}],
        ["DELETE", `/${accessKey.id}`, undefined],
        ["DELETE", `/${missingId}`, undefined],
      ] as const) {
        expect(await send(who, method, `/api/access-keys${path}`, body)).toMatchObject({
          status: 401,
          json: { code: "AUTH_SESSION_REQUIRED" },
        });
      }
    }
    expect((await session.call(listAccessKeys)).map(({ id }) => id)).toEqual([accessKey.id]);
  });

  test("the list is ordered by name bytewise, then by creation", async () => {
    const { session } = await aUser();
    const made: string[] = [];
    for (const name of ["b", "a", "B", "a", "é"])
      made.push((await session.call(createAccessKey, { body: { name, scopes: ["stats:read"] } })).id);
    expect((await session.call(listAccessKeys)).map(({ id }) => made.indexOf(id))).toEqual([2, 1, 3, 0, 4]);
  });
});
