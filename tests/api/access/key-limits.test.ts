import { describe, expect, test } from "vitest";
import {
  createAccessKey,
  type CreateAccessKey,
  listAccessKeys,
  rotateAccessKey,
} from "@/lib/contracts/access/access-keys";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, listEntries } from "@/lib/contracts/vault/entries";
import { exportEntries } from "@/lib/contracts/transfer/export";
import type { Scope } from "@/lib/contracts/access/scopes";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { missingId } from "../../support/rows/fixtures";
import { send } from "../../support/http/raw";
import { ownVaults } from "../../support/vaults/own-vaults";

const { aVault } = ownVaults();

const reading: Scope[] = ["entries:read", "entries:reveal", "export:read"];

/** A user with so many entries and a key under these limits. */
async function aLimitedKey(limits: Partial<CreateAccessKey>, entries = 1) {
  const { session } = await aUser();
  const { id: categoryId } = await session.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE" },
  });
  const ids: string[] = [];
  for (let index = 0; index < entries; index += 1)
    ids.push(
      (await session.call(createEntry, { body: { categoryId, name: `p${index}`, value: `not-a-secret-${index}` } })).id,
    );
  const created = await session.call(createAccessKey, { body: { name: "CI", scopes: reading, ...limits } });
  return { session, ids, created, key: withKey(created.key) };
}
const reveal = (key: Actor, id = "") => send(key, "POST", `/api/entries/${id}/reveal`);

const spent = { status: 429, json: { code: "REVEALS_SPENT", error: expect.any(String) } };

describe("a key's budget", () => {
  test("counts each value that leaves, an export's too, and refuses a request that would go beyond as a whole", async () => {
    const { key, ids, session } = await aLimitedKey({ revealsPerDay: 5 }, 3);
    expect(await reveal(key, ids[0])).toMatchObject({ status: 200 });
    expect((await key.call(exportEntries)).match(/not-a-secret/g)).toHaveLength(3);
    const response = await key.fetch("/api/export");
    expect([response.status, await response.text()]).toEqual([429, expect.stringContaining("REVEALS_SPENT")]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(23 * 60 * 60);
    expect(await reveal(key, ids[1])).toMatchObject({ status: 200 });
    const refused = await reveal(key, ids[1]);
    expect(refused).toMatchObject(spent);
    expect(refused.text).not.toContain("not-a-secret");
    expect(await key.call(whoAmI)).toMatchObject({ revealsPerDay: 5, revealsLeft: 0 });
    // Names are no values, and a session has no budget.
    expect(await key.call(listEntries)).toHaveLength(3);
    expect(await reveal(session, ids[0])).toMatchObject({ status: 200 });
  });

  test("is not spent by what is missing", async () => {
    const { key, ids } = await aLimitedKey({ revealsPerDay: 1 });
    expect(await reveal(key, missingId)).toMatchObject({ status: 404 });
    expect(await reveal(key, ids[0])).toMatchObject({ status: 200 });
    expect(await reveal(key, ids[0])).toMatchObject(spent);
  });

  test("of an export that is larger than all of it is refused for a day, and spends nothing", async () => {
    const { key, ids } = await aLimitedKey({ revealsPerDay: 2 }, 3);
    const response = await key.fetch("/api/export");
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "86400"]);
    expect(await reveal(key, ids[0])).toMatchObject({ status: 200 });
  });

  test("holds for 64 clients at once: never one value more", async () => {
    const { key, ids } = await aLimitedKey({ revealsPerDay: 20 }, 4);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        index % 8 === 0 ? send(key, "GET", "/api/export") : reveal(key, ids[index % 4]),
      ),
    );
    const values = answers.reduce((sum, { text }) => sum + (text.match(/not-a-secret/g)?.length ?? 0), 0);
    expect(values).toBeLessThanOrEqual(20);
    // What is left is less than what the refused ones would have taken.
    expect(20 - values).toBeLessThan(4);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(await key.call(whoAmI)).toMatchObject({ revealsLeft: 20 - values });
  });
});

describe("a key's addresses", () => {
  test.each([
    ["127.0.0.1", 200],
    ["127.0.0.0/8", 200],
    ["::ffff:127.0.0.1", 200],
    ["::ffff:127.0.0.0/104", 200],
    ["::/0", 200],
    ["2001:db8::/32", 403],
    ["10.0.0.0/8", 403],
    ["127.0.0.2", 403],
    ["::1", 403],
  ])("%s admits 127.0.0.1 with %i", async (address, status) => {
    const { key } = await aLimitedKey({ addresses: ["192.0.2.7", address] });
    const answer = await send(key, "GET", "/api/entries");
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json).toEqual({ error: expect.any(String), code: "ADDRESS_NOT_ALLOWED" });
  });

  test("are not what a caller claims in a header", async () => {
    const { created } = await aLimitedKey({ addresses: ["192.0.2.7"] });
    const claiming = await withKey(created.key).fetch("/api/entries", { headers: { "X-Forwarded-For": "192.0.2.7" } });
    expect(claiming.status).toBe(403);
  });
});

describe("a key's addresses behind a trusted proxy", () => {
  test("are compared with the address that the proxy tells", async () => {
    const { baseUrl } = await aVault({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
    const { session } = await aUser(baseUrl);
    const { key } = await session.call(createAccessKey, {
      body: { name: "CI", scopes: reading, addresses: ["192.0.2.0/24"] },
    });
    const from = async (address: string) =>
      (await withKey(key, baseUrl).fetch("/api/entries", { headers: { "X-Forwarded-For": address } })).status;
    expect(await from("192.0.2.7")).toBe(200);
    expect(await from("::ffff:192.0.2.7")).toBe(200);
    expect(await from("198.51.100.7")).toBe(403);
    // What a client sends itself stands before what the proxy adds.
    expect(await from("192.0.2.7, 198.51.100.7")).toBe(403);
    expect(await from("192.0.2.7, 127.0.0.1")).toBe(200);
  });
});

describe("a canary", () => {
  test("is answered like an unknown key, whatever it asks for, and shows that it was used", async () => {
    const { key, session, ids } = await aLimitedKey({ canary: true });
    const unknown = withKey(`svc_${"A".repeat(43)}`);
    for (const [method, path] of [
      ["GET", "/api/entries"],
      ["POST", `/api/entries/${ids[0]}/reveal`],
      ["GET", "/api/whoami"],
      ["GET", "/api/access-keys"],
    ] as const) {
      const [one, other] = [await send(key, method, path), await send(unknown, method, path)];
      expect([one.status, one.text]).toEqual([401, other.text]);
    }
    // Its use is written a second later.
    await expect
      .poll(async () => (await session.call(listAccessKeys))[0]?.lastUsedAt, { timeout: 30_000 })
      .not.toBeNull();
  });
});

describe("rotating a key", () => {
  test("gives a new key under the same id, with the same rights; the former one works on for the overlap", async () => {
    const { key, session, created } = await aLimitedKey({ projects: ["p0"], revealsPerDay: 3 }, 2);
    const before = Date.now();
    const { key: fresh, ...rotated } = await session.call(rotateAccessKey, {
      params: { id: created.id },
      body: { overlapHours: 48 },
    });
    expect(fresh).not.toBe(created.key);
    const { key: _, keyPrefix, previousKeyExpiresAt, ...same } = created;
    expect(rotated).toMatchObject(same);
    expect([rotated.keyPrefix, keyPrefix === rotated.keyPrefix, previousKeyExpiresAt]).toEqual([
      fresh.slice(0, 10),
      false,
      null,
    ]);
    const until = new Date(rotated.previousKeyExpiresAt ?? 0).getTime() - 48 * 3_600_000;
    expect(until - before).toBeGreaterThanOrEqual(-1);
    expect(Date.now() - until).toBeGreaterThanOrEqual(-1);
    for (const each of [key, withKey(fresh)]) expect(await each.call(listEntries)).toHaveLength(1);
    expect((await key.call(whoAmI)).expiresAt).toBe(rotated.previousKeyExpiresAt);
    expect((await withKey(fresh).call(whoAmI)).expiresAt).toBeNull();
    // One budget for both.
    const [id = ""] = (await key.call(listEntries)).map((entry) => entry.id);
    for (const each of [key, withKey(fresh), key]) expect(await reveal(each, id)).toMatchObject({ status: 200 });
    for (const each of [key, withKey(fresh)]) expect(await reveal(each, id)).toMatchObject(spent);
    // It has been used by now.
    const { lastUsedAt: _unused, ...listed } = rotated;
    expect(await session.call(listAccessKeys)).toEqual([expect.objectContaining(listed)]);
  });

  test("without an overlap ends the former key at once; a second rotation ends the one before", async () => {
    const { key, session, created } = await aLimitedKey({});
    const rotate = async (body: object) =>
      withKey(Object((await send(session, "POST", `/api/access-keys/${created.id}/rotate`, body)).json).key);
    const second = await rotate({ overlapHours: 0 });
    const third = await rotate({});
    const fourth = await rotate({});
    const statuses = [];
    for (const each of [key, second, third, fourth]) statuses.push((await send(each, "GET", "/api/entries")).status);
    expect(statuses).toEqual([401, 401, 200, 200]);
    await session.fetch(`/api/access-keys/${created.id}`, { method: "DELETE" });
    for (const each of [third, fourth])
      expect(await send(each, "GET", "/api/entries")).toMatchObject({
        status: 401,
        json: { code: "AUTH_INVALID_KEY" },
      });
  });

  test.each([{ overlapHours: -1 }, { overlapHours: 169 }, { overlapHours: 1.5 }, { overlapHours: "1" }, { hours: 1 }])(
    "refuses %j",
    async (body) => {
      const { session, created } = await aLimitedKey({});
      expect(await send(session, "POST", `/api/access-keys/${created.id}/rotate`, body)).toMatchObject({ status: 400 });
    },
  );

  test("needs no body: the former key then works for a day", async () => {
    const { session, created } = await aLimitedKey({});
    const response = await session.fetch(`/api/access-keys/${created.id}/rotate`, { method: "POST" });
    expect(response.status).toBe(201);
    const { previousKeyExpiresAt } = (await response.json()) as { previousKeyExpiresAt: string };
    expect(Math.round((Date.parse(previousKeyExpiresAt) - Date.now()) / 60_000)).toBe(24 * 60);
  });

  test("is refused for a canary, whose former key would fall silent", async () => {
    const { session, created } = await aLimitedKey({ canary: true });
    expect(await send(session, "POST", `/api/access-keys/${created.id}/rotate`, {})).toMatchObject({
      status: 400,
      json: { code: "VALIDATION_ERROR" },
    });
  });

  test("is refused for a key that has expired, since its new one would have too: it stays as it is", async () => {
    const { session, created } = await aLimitedKey({ expiresAt: "2026-01-01" });
    expect(await send(session, "POST", `/api/access-keys/${created.id}/rotate`, {})).toMatchObject({
      status: 409,
      json: { code: "ACCESS_KEY_EXPIRED" },
    });
    const [{ keyPrefix, previousKeyExpiresAt } = created] = await session.call(listAccessKeys);
    expect([keyPrefix, previousKeyExpiresAt]).toEqual([created.keyPrefix, null]);
  });

  test("of two at once leaves two keys that work: the last one's, and the one before it", async () => {
    const { key, session, created } = await aLimitedKey({});
    const rotated = await Promise.all(
      Array.from({ length: 4 }, () =>
        session.call(rotateAccessKey, { params: { id: created.id }, body: { overlapHours: 24 } }),
      ),
    );
    const keys = [key, ...rotated.map(({ key }) => withKey(key))];
    const statuses = await Promise.all(keys.map(async (each) => (await send(each, "GET", "/api/entries")).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  });
});

test("a caller can ask what they may do", async () => {
  const limits = {
    projects: ["p0"],
    environments: ["none" as const],
    addresses: ["127.0.0.1"],
    expiresAt: "2099-01-31",
  };
  const { key, session, created } = await aLimitedKey(limits);
  expect(await key.call(whoAmI)).toEqual({
    kind: "key",
    userId: expect.any(String),
    team: null,
    name: "CI",
    keyPrefix: created.keyPrefix,
    scopes: reading,
    ...limits,
    expiresAt: "2099-01-31T00:00:00.000Z",
    revealsPerDay: null,
    revealsLeft: null,
  });
  expect(await session.call(whoAmI)).toMatchObject({ kind: "session", scopes: null, projects: null, expiresAt: null });
});
