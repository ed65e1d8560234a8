import { beforeAll, describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { listEntries } from "@/lib/contracts/vault/entries";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { type Actor, anonymous, aUserWithKey, password, signIn, withKey } from "../../support/callers/actors";
import { operation } from "../../support/http/operations";
import { ownVaults } from "../../support/vaults/own-vaults";
import { send } from "../../support/http/raw";
import type { RunningVault } from "../../support/vaults/server";

const { aVault } = ownVaults();

/** The vault accepts the next request only after a minute, so a used-up limit stays so during a test. */
const env = { API_REQUESTS_PER_MINUTE: "1" };
const atOnce = 10;

let vault: RunningVault;
beforeAll(async () => {
  vault = await aVault({ env });
});

/** A user who has used up the limit, with their sessions and keys. */
async function anExhaustedUser(): Promise<{ id: string; session: Actor; key: Actor; narrow: Actor }> {
  const { id, session, key } = await aUserWithKey({ baseUrl: vault.baseUrl });
  const narrow = withKey(
    (await session.call(createAccessKey, { body: { name: "narrow", scopes: ["stats:read"] } })).key,
    vault.baseUrl,
  );
  for (let used = 2; used < atOnce; used += 1) await key.call(listEntries);
  return { id, session, key, narrow };
}

describe("requests", () => {
  test("of an account are counted together, across its sessions and keys", async () => {
    const { email, session, key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const other = withKey(
      (await session.call(createAccessKey, { body: { name: "other", scopes: ["entries:read"] } })).key,
      vault.baseUrl,
    );
    const elsewhere = await signIn(email, password, vault.baseUrl);
    // Creating the two keys took requests as well.
    const callers = [session, key, other, elsewhere];
    const statuses: number[] = [];
    for (let at = 2; at < atOnce + callers.length; at += 1)
      statuses.push((await send(callers[at % callers.length] ?? key, "GET", "/api/entries")).status);
    expect(statuses).toEqual([...Array<number>(atOnce - 2).fill(200), ...callers.map(() => 429)]);
  });

  test("beyond the limit are refused before any other check, with 429 and the time to wait", async () => {
    const { session, key, narrow } = await anExhaustedUser();
    for (const [who, method, path, body] of [
      [key, "GET", "/api/entries"],
      [narrow, "GET", "/api/entries"],
      [key, "GET", "/api/access-keys"],
      [key, "POST", "/api/entries", "{"],
      [session, "POST", "/api/categories", { name: "a" }],
      [session, "GET", "/api/entries/none"],
    ] as const) {
      const response = await who.fetch(path, {
        method,
        ...(body === undefined
          ? {}
          : {
              body: typeof body === "string" ? body : JSON.stringify(body),
              headers: { "Content-Type": "application/json" },
            }),
      });
      const seconds = response.headers.get("Retry-After") ?? "";
      expect([response.status, await response.json()]).toEqual([
        429,
        { error: `Too many requests from this account: wait ${seconds} s, then continue`, code: "TOO_MANY_REQUESTS" },
      ]);
      expect(seconds).toMatch(/^\d+$/);
      expect([Number(seconds) >= 1, Number(seconds) <= 60]).toEqual([true, true]);
      expect([response.headers.get("Cache-Control"), response.headers.get("X-Request-Id")]).toEqual([
        "no-store",
        expect.stringMatching(/^[0-9a-f-]{36}$/),
      ]);
    }
  });

  test("of another account, of unknown callers, and at public endpoints are not counted", async () => {
    const { key } = await anExhaustedUser();
    expect((await send(key, "GET", "/api/entries")).status).toBe(429);
    const other = await aUserWithKey({ baseUrl: vault.baseUrl });
    expect(await other.key.call(listEntries)).toEqual([]);
    for (let times = 0; times <= atOnce; times += 1) {
      expect((await send(withKey(newAccessKey(), vault.baseUrl), "GET", "/api/entries")).status).toBe(401);
      expect((await send(key, "GET", "/api/openapi")).status).toBe(200);
    }
    expect((await anonymous(vault.baseUrl).fetch("/readyz")).status).toBe(200);
  });

  test("beyond the limit are refused by every operation, except public ones", async () => {
    const { session } = await anExhaustedUser();
    for (const contract of contracts) {
      const { path, init } = operation(contract);
      const { status, json } = await send(session, init.method, path, init.body);
      expect([contract.id, status === 429 && (json as { code: string }).code === "TOO_MANY_REQUESTS"]).toEqual([
        contract.id,
        contract.access !== "public",
      ]);
    }
  });

  test("are in the log with their account and the reason for the refusal", async () => {
    const own = await aVault({ env });
    const { id, key } = await aUserWithKey({ baseUrl: own.baseUrl });
    for (let used = 1; used <= atOnce; used += 1) await send(key, "GET", "/api/stats");
    expect(await own.stop()).toBe(0);
    const line =
      own
        .output()
        .trim()
        .split("\n")
        .filter((text) => text.includes('"contract":"getStats"'))
        .at(-1) ?? "";
    expect(JSON.parse(line)).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS", caller: "key", userId: id });
  });
});

test("a vault without a configured limit has none", async () => {
  const { key } = await aUserWithKey();
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(key, "GET", "/api/stats")));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }
});
