import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import type { ContractSpec } from "@/lib/contracts/contract";
import { listEntries } from "@/lib/contracts/vault/entries";
import { scopes } from "@/lib/contracts/access/scopes";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { actor, anonymous, aUser, aUserWithKey, type Actor, withKey } from "../../support/callers/actors";
import { operation } from "../../support/http/operations";

const guarded = contracts.filter(({ access }) => access !== "public");
const scoped = contracts.flatMap((contract) =>
  typeof contract.access === "object"
    ? [
        {
          id: contract.id,
          contract,
          needed: [contract.access.scope, ...[contract.access.and ?? []].flat()],
        },
      ]
    : [],
);
const sessionOnly = contracts.filter(({ access }) => access === "session");
const withBody = guarded.filter(({ body }) => body !== undefined);

/** Status and code of an error, after checking that it has the API's format. */
async function refusal(
  caller: Actor,
  contract: ContractSpec,
  options: Parameters<typeof operation>[1] = {},
): Promise<{ status: number; code: unknown }> {
  const { path, init } = operation(contract, options);
  const response = await caller.fetch(path, init);
  const text = await response.text();
  expect(response.headers.get("cache-control")).toBe("no-store");
  if (response.status < 400) return { status: response.status, code: undefined };
  const parsed: unknown = JSON.parse(text);
  expect(parsed).toEqual({
    error: expect.any(String),
    code: expect.any(String),
    ...(Object(parsed).details ? { details: expect.any(Array) } : {}),
  });
  return { status: response.status, code: Object(parsed).code };
}

/** An import's contents require more scopes than the import itself: see import.test.ts. */
const leastOf = (id: string) => (id === "importItems" ? { body: '{"preview":true}' } : {});

const isAdmitted = ({ status }: { status: number }) => status !== 401 && status !== 403 && status < 500;

describe("without valid credentials", () => {
  const strangers: [name: string, headers: Record<string, string>, code: string][] = [
    ["nobody", {}, "AUTH_REQUIRED"],
    ["an empty header", { Authorization: "" }, "AUTH_REQUIRED"],
    [
      "a password",
      { Authorization: `Basic ${Buffer.from("ada@example.com:not-a-real-password").toString("base64")}` },
      "AUTH_REQUIRED",
    ],
    ["a foreign token", { Authorization: "Bearer abc" }, "AUTH_REQUIRED"],
    ["a made-up cookie", { Cookie: "next-auth.session-token=abc" }, "AUTH_REQUIRED"],
    [
      "a user's id for a cookie",
      { Cookie: "__Host-next-auth.session-token=00000000-0000-0000-0000-000000000000" },
      "AUTH_REQUIRED",
    ],
    ["a key that never was", { Authorization: `Bearer ${newAccessKey()}` }, "AUTH_INVALID_KEY"],
    ["a mistyped key", { Authorization: "Bearer svc_abc" }, "AUTH_INVALID_KEY"],
  ];

  test.for(guarded)("$id returns 401, whatever the caller claims", async (contract) => {
    for (const [name, headers, code] of strangers)
      expect({ name, ...(await refusal(actor(headers), contract)) }).toEqual({ name, status: 401, code });
  });

  test("a 401 says how to authenticate", async () => {
    const response = await anonymous().fetch("/api/entries");
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  test("a wrong key is refused although the cookie next to it is valid", async () => {
    const { session } = await aUser();
    const both = actor({ ...session.headers, Authorization: `Bearer ${newAccessKey()}` });
    await expect(both.call(listEntries)).rejects.toMatchObject({ code: "AUTH_INVALID_KEY" });
  });
});

describe("scopes", () => {
  test.for(scopes)(
    "a key with only %s may do what needs it and nothing else; a key with the 14 others may do everything but that",
    async (scope) => {
      const { session, key: others } = await aUserWithKey({ scopes: scopes.filter((other) => other !== scope) });
      const { key } = await session.call(createAccessKey, { body: { name: scope, scopes: [scope] } });
      for (const { id, contract, needed } of scoped.filter(({ needed }) => needed.length === 1)) {
        const [admitted, denied] = needed.includes(scope) ? [withKey(key), others] : [others, withKey(key)];
        const options = leastOf(id);
        expect({ id, ...(await refusal(denied, contract, options)) }).toEqual({
          id,
          status: 403,
          code: "AUTH_SCOPE_REQUIRED",
        });
        expect({ id, admitted: isAdmitted(await refusal(admitted, contract, options)) }).toEqual({
          id,
          admitted: true,
        });
      }
      for (const contract of sessionOnly) {
        for (const caller of [withKey(key), others])
          expect({ id: contract.id, ...(await refusal(caller, contract)) }).toEqual({
            id: contract.id,
            status: 401,
            code: "AUTH_SESSION_REQUIRED",
          });
      }
    },
  );

  test.for(scoped.filter(({ needed }) => needed.length > 1))(
    "$id needs $needed: a key with exactly these is admitted, and none that lacks one of them",
    async ({ contract, needed }) => {
      const { session, key } = await aUserWithKey({ scopes: needed });
      expect(isAdmitted(await refusal(key, contract))).toBe(true);
      for (const lacking of needed)
        for (const granted of [scopes.filter((scope) => scope !== lacking), [lacking]]) {
          const made = await session.call(createAccessKey, { body: { name: "CI", scopes: granted } });
          expect(await refusal(withKey(made.key), contract)).toEqual({ status: 403, code: "AUTH_SCOPE_REQUIRED" });
        }
    },
  );

  test("a key with all 15 scopes still can't manage keys", async () => {
    const { key } = await aUserWithKey();
    for (const contract of sessionOnly)
      expect({ id: contract.id, ...(await refusal(key, contract)) }).toEqual({
        id: contract.id,
        status: 401,
        code: "AUTH_SESSION_REQUIRED",
      });
  });

  test("a session may do everything without scopes", async () => {
    const { session } = await aUser();
    for (const contract of guarded)
      expect({ id: contract.id, admitted: isAdmitted(await refusal(session, contract)) }).toEqual({
        id: contract.id,
        admitted: true,
      });
  });

  test("an unknown scope is refused when a key is created", async () => {
    const { session } = await aUser();
    const response = await session.fetch("/api/access-keys", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "x", scopes: ["entries:*"] }),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        details: [{ path: "scopes.0", message: expect.stringContaining("entries:reveal") }],
      }),
    ]);
  });
});

describe("the order of errors: authentication, permission, validity", () => {
  const faulty = ["{", "[]", '{"unheard":1}', ""];

  test.for(withBody)(
    "$id returns 401 for a wrong key, 403 for a key without the scope, and 400 or 404 only to a caller with permission",
    async (contract) => {
      const { session, key } = await aUserWithKey({
        scopes: scopes.filter((scope) => typeof contract.access !== "object" || scope !== contract.access.scope),
      });
      const denied =
        typeof contract.access === "object"
          ? { status: 403, code: "AUTH_SCOPE_REQUIRED" }
          : { status: 401, code: "AUTH_SESSION_REQUIRED" };
      for (const body of faulty) {
        expect(await refusal(withKey(newAccessKey()), contract, { body })).toEqual({
          status: 401,
          code: "AUTH_INVALID_KEY",
        });
        expect(await refusal(key, contract, { body })).toEqual(denied);
        expect([400, 404]).toContain((await refusal(session, contract, { body })).status);
      }
    },
  );
});
