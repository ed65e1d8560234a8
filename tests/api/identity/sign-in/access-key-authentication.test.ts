import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createAccessKey, listAccessKeys, revokeAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { getEnvProject, createEnvProject } from "@/lib/contracts/vault/envs";
import { listEntries } from "@/lib/contracts/vault/entries";
import { type Actor, actor, aUser, aUserWithKey, withKey } from "../../../support/callers/actors";
import { missingId } from "../../../support/rows/fixtures";
import { send } from "../../../support/http/raw";
import { beginUpload } from "../../../support/http/slow-upload";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A well-formed key that no vault created. */
function unknownKey(): string {
  const bytes = Buffer.alloc(32);
  randomBytes(28).copy(bytes);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 28)), 28);
  return `svc_${bytes.toString("base64url")}`;
}

const read = (who: Actor) => send(who, "GET", "/api/entries");
const lastUse = async (session: Actor, keyId: string) =>
  (await session.call(listAccessKeys)).find(({ id }) => id === keyId)?.lastUsedAt;

describe("the access key decides who the caller is", () => {
  test("a typo in any single character gets the same message as an unknown key", async () => {
    const { accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
    const typos = Array.from({ length: 43 }, (_, index) => {
      const at = index + 4;
      const next = alphabet[(alphabet.indexOf(accessKey.key[at] ?? "") + 1) % 64];
      return accessKey.key.slice(0, at) + next + accessKey.key.slice(at + 1);
    });
    const others = [
      unknownKey(),
      "svc_",
      accessKey.key.slice(0, -1),
      `${accessKey.key}A`,
      accessKey.key.toLowerCase(),
      `${accessKey.key}=`,
      `${accessKey.key} x`,
      `${accessKey.key}, Bearer ${accessKey.key}`,
    ];
    const answers = await Promise.all([...typos, ...others].map((key) => read(withKey(key))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, json: { code: "AUTH_INVALID_KEY" } });
  });

  test("a valid cookie does not help a refused key", async () => {
    const { session, accessKey } = await aUserWithKey({ scopes: ["stats:read"] });
    const expired = await session.call(createAccessKey, {
      body: { name: "old", scopes: ["entries:read"], expiresAt: "2001-01-01" },
    });
    const beside = async (key: string) => read(actor({ ...session.headers, Authorization: `Bearer ${key}` }));
    expect(await beside(unknownKey())).toMatchObject({ status: 401, json: { code: "AUTH_INVALID_KEY" } });
    expect(await beside("svc_wrong")).toMatchObject({ status: 401, json: { code: "AUTH_INVALID_KEY" } });
    expect(await beside(expired.key)).toMatchObject({ status: 401, json: { code: "AUTH_KEY_EXPIRED" } });
    expect(await beside(accessKey.key)).toMatchObject({ status: 403, json: { code: "AUTH_SCOPE_REQUIRED" } });
    await session.call(revokeAccessKey, { params: { id: accessKey.id } });
    expect(await beside(accessKey.key)).toMatchObject({ status: 401, json: { code: "AUTH_INVALID_KEY" } });
    expect((await read(session)).status).toBe(200);
  });

  test("a valid key wins over any cookie and acts for its own user", async () => {
    const [{ session }, other] = await Promise.all([aUser(), aUserWithKey()]);
    await session.call(createCategory, { body: { name: "mine", keyType: "json" } });
    const both = actor({ ...session.headers, ...other.key.headers });
    expect(await both.call(listCategories)).toEqual([]);
    expect((await read(actor({ ...other.key.headers, Cookie: "next-auth.session-token=broken" }))).status).toBe(200);
  });

  test("an Authorization header with another scheme is ignored, and the cookie counts", async () => {
    const { session } = await aUser();
    for (const Authorization of ["Basic YWRhOm5vdC1yZWFs", "Bearer other_token", "Bearer", "svc_without_scheme"]) {
      expect((await read(actor({ ...session.headers, Authorization }))).status).toBe(200);
      expect(await read(actor({ Authorization }))).toMatchObject({ status: 401, json: { code: "AUTH_REQUIRED" } });
    }
  });

  test("the scheme's name is case-insensitive, and a 401 says which scheme to use", async () => {
    const { accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
    for (const scheme of ["bearer", "BEARER", "Bearer "])
      expect((await read(actor({ Authorization: `${scheme} ${accessKey.key}` }))).status).toBe(200);
    const refused = await withKey("svc_wrong").fetch("/api/entries");
    expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer\b/),
    ]);
  });

  test("a request with a key needs no Origin header", async () => {
    const { key } = await aUserWithKey();
    const elsewhere = actor({ ...key.headers, Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" });
    expect((await send(elsewhere, "POST", "/api/categories", { name: "CI", keyType: "json" })).status).toBe(201);
  });
});

// These wait for a key to expire, or for its last use to be written: they wait together.
describe.concurrent("expiry", () => {
  test("a key can be created with an expiry in the past, and is then refused as expired", async () => {
    const { key } = await aUserWithKey({ expiresAt: "2001-01-01" });
    expect(await read(key)).toMatchObject({ status: 401, json: { code: "AUTH_KEY_EXPIRED" } });
    expect(await send(key, "POST", "/api/entries", "{not json")).toMatchObject({
      status: 401,
      json: { code: "AUTH_KEY_EXPIRED" },
    });
    expect(await send(key, "GET", "/api/access-keys")).toMatchObject({
      status: 401,
      json: { code: "AUTH_KEY_EXPIRED" },
    });
  });

  test("an active key is refused once it has expired", async ({ expect }) => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const { key } = await aUserWithKey({ scopes: ["entries:read"], expiresAt });
    await expect
      .poll(async () => (await read(key)).json, { timeout: 10_000 })
      .toMatchObject({ code: "AUTH_KEY_EXPIRED" });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });
});

describe.concurrent("lastUsedAt", () => {
  test("is null before the first use, and then shows when any use was, even one that ended in a 404", async ({
    expect,
  }) => {
    const { session, key, accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
    expect(await lastUse(session, accessKey.id)).toBeNull();
    for (const path of ["/api/entries", `/api/entries/${missingId}`]) {
      // It is written a second later, which a unit test holds by its own clock: this machine may be busy.
      const began = new Date().toISOString();
      await send(key, "GET", path);
      const ended = Date.now();
      await expect
        .poll(async () => ((await lastUse(session, accessKey.id)) ?? "") >= began, { timeout: 30_000, interval: 50 })
        .toBe(true);
      expect(Date.parse((await lastUse(session, accessKey.id)) ?? "")).toBeLessThanOrEqual(ended);
    }
  });

  test("is not updated by a request that was refused with 401 or 403", async ({ expect }) => {
    const { session, key, accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
    const unscoped = await session.call(createAccessKey, { body: { name: "unscoped", scopes: ["stats:read"] } });
    const expired = await session.call(createAccessKey, {
      body: { name: "expired", scopes: ["entries:read"], expiresAt: "2001-01-01" },
    });
    const statuses = [
      await read(withKey(unscoped.key)),
      await send(withKey(unscoped.key), "GET", "/api/access-keys"),
      await read(withKey(expired.key)),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 401, 401]);
    // A later, accepted use: once it is visible, everything noted before it has been written too.
    await key.call(listEntries);
    await expect.poll(() => lastUse(session, accessKey.id), { timeout: 10_000 }).not.toBeNull();
    expect([await lastUse(session, unscoped.id), await lastUse(session, expired.id)]).toEqual([null, null]);
  });

  test("is updated at most about once a second, however often the key is used", async () => {
    const { session, key, accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
    const seen = new Map<string, number>();
    while (seen.size < 3) {
      await key.call(listEntries);
      const value = await lastUse(session, accessKey.id);
      if (value && !seen.has(value)) seen.set(value, performance.now());
    }
    const [first = 0, , third = 0] = [...seen.values()];
    expect(third - first).toBeGreaterThan(1_000);
  });
});

describe("a revocation affects requests in progress", () => {
  test("an upload that began before the revocation and ends after it gets 401 and writes nothing", async () => {
    const { session, key, accessKey } = await aUserWithKey();
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const uploads = await Promise.all([
      beginUpload(key, "POST", "/api/categories", { name: "late", keyType: "json" }),
      beginUpload(key, "POST", `/api/envs/${project.id}/files`, { fileType: "env", content: "A=1" }),
      beginUpload(key, "PUT", `/api/envs/${project.id}`, { name: "late" }),
    ]);
    await session.call(revokeAccessKey, { params: { id: accessKey.id } });
    const answers = await Promise.all(uploads.map(({ finish }) => finish()));
    expect(answers.map(({ status, json }) => [status, json])).toEqual(
      uploads.map(() => [401, expect.objectContaining({ code: "AUTH_INVALID_KEY" })]),
    );
    expect(await session.call(listCategories)).toEqual([]);
    expect(await session.call(getEnvProject, { params: { id: project.id } })).toEqual({
      data: { ...project, files: [] },
    });
  });

  test("an upload with another key continues undisturbed", async () => {
    const { session, key, accessKey } = await aUserWithKey();
    const other = await session.call(createAccessKey, { body: { name: "other", scopes: ["categories:write"] } });
    const upload = await beginUpload(withKey(other.key), "POST", "/api/categories", { name: "kept", keyType: "json" });
    await session.call(revokeAccessKey, { params: { id: accessKey.id } });
    expect(await upload.finish()).toMatchObject({ status: 201, json: { name: "kept" } });
    expect((await read(key)).status).toBe(401);
  });

  test("with many concurrent requests, none that starts after the revocation succeeds, and every status is 200 or 401", async () => {
    const { session, key, accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
    const before = Array.from({ length: 40 }, () => read(key));
    await session.call(revokeAccessKey, { params: { id: accessKey.id } });
    const after = Array.from({ length: 40 }, () => read(key));
    expect(new Set((await Promise.all(after)).map(({ status }) => status))).toEqual(new Set([401]));
    for (const { status } of await Promise.all(before)) expect([200, 401]).toContain(status);
  });

  test("an upload whose key expires in the meantime gets 401 and writes nothing", async () => {
    const { session } = await aUser();
    const expiresAt = new Date(Date.now() + 2_000).toISOString();
    const { key } = await session.call(createAccessKey, {
      body: { name: "short", scopes: ["categories:write", "categories:read"], expiresAt },
    });
    const upload = await beginUpload(withKey(key), "POST", "/api/categories", { name: "late", keyType: "json" });
    await expect
      .poll(async () => (await send(withKey(key), "GET", "/api/categories")).status, { timeout: 10_000 })
      .toBe(401);
    expect(await upload.finish()).toMatchObject({ status: 401, json: { code: "AUTH_KEY_EXPIRED" } });
    expect(await session.call(listCategories)).toEqual([]);
  });
});
