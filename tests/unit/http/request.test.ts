import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory, listCategories, updateCategory } from "@/lib/contracts/vault/categories";
import type { ContractSpec } from "@/lib/contracts/contract";
import { createEntry, getEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { deleteEnvFile, listEnvProjects, saveEnvFile } from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { createTrustRule } from "@/lib/contracts/access/trust-rules";
import { importItems } from "@/lib/contracts/transfer/import";
import { resolveEnvProject } from "@/lib/contracts/vault/references";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { AppError, detailsOf } from "@/lib/errors";
import { readParams } from "@/lib/http/request/path-params";
import { readBody, readQuery } from "@/lib/http/request/request";

const id = "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90";
const post = (body: BodyInit, headers: Record<string, string> = { "Content-Type": "application/json" }) =>
  new Request("http://vault.invalid/api", {
    method: "POST",
    headers,
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
const sent = (contract: ContractSpec, body: unknown) => readBody(contract, post(JSON.stringify(body)));

async function refusalOf(work: () => unknown): Promise<AppError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("the error for a body names each wrong field, in a message that a person can act on", () => {
  const simple = { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY" };
  const entry = { categoryId: id, name: "billing", value: "sk_test_not_real" };
  const accessKey = { name: "CI", scopes: ["entries:read"] };
  const token = { service: "GitHub", accountName: "ada", secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" };
  const rule = {
    name: "Deploy",
    issuer: "https://token.actions.githubusercontent.com",
    audience: "vault",
    claims: { sub: "repo:acme/web:*" },
    scopes: ["entries:read"],
  };

  test.each<[string, ContractSpec, unknown, string]>([
    ["a field that is missing", createCategory, { ...simple, name: undefined }, "name is required"],
    [
      "an enum that is missing",
      createCategory,
      { name: "Stripe" },
      "keyType is required: one of simple, group, ssh, json",
    ],
    [
      "an enum's unknown word",
      createCategory,
      { ...simple, keyType: "csv" },
      "keyType must be one of simple, group, ssh, json",
    ],
    [
      "an enum of another type",
      createCategory,
      { ...simple, keyType: 1 },
      "keyType must be one of simple, group, ssh, json",
    ],
    ["a number for a string", createCategory, { ...simple, name: 7 }, "name must be a string"],
    ["null where a value has to be", createCategory, { ...simple, name: null }, "name must be a string"],
    ["an empty name", createCategory, { ...simple, name: " " }, "name must not be empty"],
    [
      "a name that is too long",
      createCategory,
      { ...simple, name: "n".repeat(201) },
      "name must have at most 200 characters",
    ],
    [
      "NUL in a name",
      createCategory,
      { ...simple, name: "a\0" },
      "name must not contain line breaks, tabs or other control characters",
    ],
    [
      "a variable name with a space",
      createCategory,
      { ...simple, envVarName: "A B" },
      "envVarName must be a valid variable name: letters, digits and _, not starting with a digit",
    ],
    [
      "an icon that is no slug",
      createCategory,
      { ...simple, icon: "../x" },
      "icon must be an icon slug: lower-case letters, digits and -",
    ],
    ["an unknown field", createCategory, { ...simple, colour: "red" }, "colour is not a field that can be set here"],
    [
      "two unknown fields",
      updateCategory,
      { colour: "red", shape: 1 },
      "colour is not a field that can be set here; shape is not a field that can be set here",
    ],
    [
      "what the server manages, at creation",
      createCategory,
      { ...simple, userId: "x" },
      "userId is not a field that can be set here",
    ],
    [
      "two fields at once",
      createCategory,
      { ...simple, name: "", icon: "A" },
      "name must not be empty; icon must be an icon slug: lower-case letters, digits and -",
    ],
    ["an id that is no UUID", createEntry, { ...entry, categoryId: "billing" }, "categoryId must be a UUID"],
    ["an id that is missing", createEntry, { ...entry, categoryId: undefined }, "categoryId is required"],
    ["an empty value", createEntry, { ...entry, value: "" }, "value must not be empty"],
    ["a group's value as an object", createEntry, { ...entry, value: { USER: "ada" } }, "value must be a string"],
    [
      "a value that is too large",
      createEntry,
      { ...entry, value: "é".repeat(131_073) },
      "value must be at most 256 KiB (UTF-8)",
    ],
    [
      "notes that are too long",
      createEntry,
      { ...entry, notes: "n".repeat(4001) },
      "notes must have at most 4000 characters",
    ],
    [
      "a scope of a list",
      createAccessKey,
      { ...accessKey, scopes: ["entries:read", "entries:all"] },
      "scopes.1 must be one of categories:read",
    ],
    ["an empty list", createAccessKey, { ...accessKey, scopes: [] }, "scopes must name at least one scope"],
    ["a string for a list", createAccessKey, { ...accessKey, scopes: "entries:read" }, "scopes must be an array"],
    ["a date in words", createAccessKey, { ...accessKey, expiresAt: "tomorrow" }, "expiresAt must be an ISO 8601 date"],
    [
      "a date-time without a zone",
      createAccessKey,
      { ...accessKey, expiresAt: "2027-01-31T09:00:00" },
      "expiresAt must be an ISO 8601 date",
    ],
    [
      "a date that does not exist",
      createAccessKey,
      { ...accessKey, expiresAt: "2027-02-30" },
      "expiresAt must be an ISO 8601 date",
    ],
    ["a number below the limit", createTrustRule, { ...rule, minutes: 0 }, "minutes must be at least 1"],
    [
      "a map's empty name",
      createTrustRule,
      { ...rule, claims: { sub: "repo:acme/web:*", "": "x" } },
      "claims has a name that must not be empty",
    ],
    [
      "an enum that may be null, and is missing",
      resolveEnvProject,
      {},
      "environment is required: one of development, staging, production, or null",
    ],
    [
      "an unknown word where null may be",
      updateEntry,
      { environment: "test" },
      "environment must be one of development, staging, production, or null",
    ],
    ["a number where a text or null may be", createEntry, { ...entry, notes: 7 }, "notes must be a string or null"],
    [
      "a string where a list or null may be",
      createAccessKey,
      { ...accessKey, projects: "billing" },
      "projects must be an array or null",
    ],
    [
      "null in a list that may be null",
      createAccessKey,
      { ...accessKey, projects: [null] },
      "projects.0 must be a string",
    ],
    ["an id that may be null, and is missing", transfer, {}, "teamId is required, and may be null"],
    ["an id that may be null, and is none", transfer, { teamId: "x" }, "teamId must be a UUID or null"],
    [
      "a field inside a list's item that may be null",
      importItems,
      { entries: [{ category: "A", keyType: "simple", name: "billing", value: "x", environment: "test" }] },
      "entries.0.environment must be one of development, staging, production, or null",
    ],
    [
      "null where only true or false may be",
      resolveEnvProject,
      { environment: null, local: null },
      "local must be a boolean",
    ],
    ["null for a map", createTrustRule, { ...rule, claims: null }, "claims must be an object"],
    ["a broken number", createTrustRule, { ...rule, minutes: 1.5 }, "minutes must be a whole number"],
    [
      "a number beyond all limits, whose field is named once",
      createTwoFactorToken,
      { ...token, counter: 1e300 },
      "counter must be at most 2000000000",
    ],
    ["a list for the whole body", createCategory, [], "The body must be an object"],
    ["a string for the whole body", createCategory, "name", "The body must be an object"],
    ["null for the whole body", createCategory, null, "The body must be an object"],
  ])("%s", async (_, contract, body, told) => {
    const refusal = await refusalOf(() => sent(contract, body));
    expect([refusal.status, refusal.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(refusal.message.startsWith(told) ? told : refusal.message).toBe(told);
    expect(
      detailsOf(refusal, "VALIDATION_ERROR")
        ?.map(({ path, message }) => (path ? `${path} ${message}` : message))
        .join("; "),
    ).toBe(refusal.message);
  });

  test("an error never quotes a value, which may be a secret", async () => {
    const secret = "sk_test_not_real";
    for (const body of [
      { ...entry, name: 1, value: { secret } },
      { ...entry, environment: secret },
      { ...entry, categoryId: secret },
      { ...entry, extra: secret },
    ]) {
      const refusal = await refusalOf(() => sent(createEntry, body));
      expect(JSON.stringify([refusal.message, refusal.details])).not.toContain(secret);
    }
  });

  test("of a thousand errors some are listed, and the reply stays short", async () => {
    const body = {
      ...simple,
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${"long".repeat(100)}${index}`, 1])),
    };
    const refusal = await refusalOf(() => sent(createCategory, body));
    const [{ message }, details] = [refusal, detailsOf(refusal, "VALIDATION_ERROR")];
    expect([message.length <= 501, details?.length, details?.every(({ path }) => path.length <= 101)]).toEqual([
      true,
      20,
      true,
    ]);
  });
});

describe("how much of names an error quotes", () => {
  const simple = { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY" };

  test("100 characters of one, and all of 100", async () => {
    const told = async (name: string) =>
      detailsOf(await refusalOf(() => sent(createCategory, { ...simple, [name]: 1 })), "VALIDATION_ERROR")?.[0]?.path;
    expect([await told("n".repeat(100)), await told("n".repeat(101))]).toEqual([
      "n".repeat(100),
      `${"n".repeat(100)}…`,
    ]);
  });

  test("500 characters of all of them, and all of 500", async () => {
    const rest = " is not a field that can be set here";
    const told = async (length: number) => {
      const names = Array.from({ length: 4 }, (_, index) => String(index).padEnd(70, "n"));
      const last = "z".repeat(length - 4 * (70 + rest.length + 2) - rest.length);
      return (
        await refusalOf(() =>
          sent(createCategory, { ...simple, ...Object.fromEntries([...names, last].map((name) => [name, 1])) }),
        )
      ).message;
    };
    const whole = await told(500 + 36);
    expect([whole.length, whole.endsWith("…")]).toEqual([501, true]);
    const fits = await told(500);
    expect([fits.length, fits.endsWith(rest)]).toEqual([500, true]);
    expect(whole.slice(0, 460)).toBe(fits.slice(0, 460));
  });
});

describe("a body's format", () => {
  const valid = JSON.stringify({ name: "Keys", keyType: "json" });

  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"])(
    "%s is accepted",
    async (contentType) => {
      expect(await readBody(createCategory, post(valid, { "Content-Type": contentType }))).toEqual({
        name: "Keys",
        keyType: "json",
      });
    },
  );

  test.each<Record<string, string>>([
    { "Content-Type": "text/plain" },
    { "Content-Type": "application/x-www-form-urlencoded" },
    { "Content-Type": "application/jsonp" },
    { "Content-Type": "application/problem+json" },
    { "Content-Type": "multipart/form-data; boundary=application/json" },
    { "Content-Type": "" },
    { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    { "Content-Type": "application/json", "Content-Encoding": "identity, gzip" },
  ])("%j is refused, so that no form of another site passes as JSON", async (headers) => {
    expect(await refusalOf(() => readBody(createCategory, post(valid, headers)))).toMatchObject({
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
  });

  test("a contract without a body reads none, whatever is sent", async () => {
    expect(await readBody(listCategories, post("{", { "Content-Type": "text/plain" }))).toBeUndefined();
  });

  test("an empty body is not JSON", async () => {
    expect((await refusalOf(() => readBody(createCategory, post("")))).code).toBe("INVALID_JSON");
  });

  /** A valid body of exactly this many bytes, sent in chunks without a Content-Length. */
  const ofSize = (bytes: number) => {
    const text = valid.padEnd(bytes, " ");
    const chunks = text.match(/[^]{1,65536}/g) ?? [];
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunks[pulled++];
          if (chunk === undefined) controller.close();
          else controller.enqueue(Buffer.from(chunk));
        },
      },
      { highWaterMark: 0 },
    );
    return { request: post(stream), chunksRead: () => pulled };
  };

  test.each([
    [createCategory, 1],
    [saveEnvFile, 7],
  ] as const)(
    "$0.id accepts exactly $1 MiB and not a byte more, counted as it arrives",
    async (contract, mebibytes) => {
      const limit = mebibytes * 1024 * 1024;
      const whole = await readBody(contract, ofSize(limit).request).catch((error: unknown) => error);
      expect(whole).not.toMatchObject({ code: "BODY_TOO_LARGE" });
      const { request, chunksRead } = ofSize(limit * 3);
      expect(await refusalOf(() => readBody(contract, request))).toMatchObject({
        status: 413,
        code: "BODY_TOO_LARGE",
        message: `The body is too large: at most ${mebibytes} MiB`,
      });
      // The rest is not even read.
      expect(chunksRead()).toBeLessThanOrEqual(limit / 65_536 + 2);
      expect((await refusalOf(() => readBody(contract, ofSize(limit + 1).request))).code).toBe("BODY_TOO_LARGE");
    },
  );

  async function* inChunks(text: string, size: number) {
    for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
  }
  const asIs = (body: AsyncIterable<Uint8Array> | null, headers: Record<string, string> = {}) => ({
    method: "POST",
    url: "/api",
    headers: new Headers({ "Content-Type": "application/json", ...headers }),
    body,
    signal: { aborted: false },
  });

  test("a body is read completely, in one chunk or many", async () => {
    for (const size of [1, 7, valid.length - 1, valid.length])
      expect(await readBody(createCategory, asIs(inChunks(valid, size)))).toEqual({ name: "Keys", keyType: "json" });
  });

  test("a body of exactly the limit is read, with its Content-Length", async () => {
    const limit = 1024 * 1024;
    expect(
      await readBody(createCategory, asIs(inChunks(valid.padEnd(limit), 65_536), { "Content-Length": String(limit) })),
    ).toEqual({ name: "Keys", keyType: "json" });
  });

  test("a body that ends early is refused as such, and the error keeps its cause", async () => {
    const cause = new Error("aborted");
    async function* broken() {
      yield Buffer.from(valid.slice(0, 5));
      throw cause;
    }
    expect(await refusalOf(() => readBody(createCategory, asIs(broken())))).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      message: "The body ended before it was complete",
      cause,
    });
  });

  test("a missing body is not JSON, and one without a type is not read", async () => {
    expect((await refusalOf(() => readBody(createCategory, asIs(null)))).code).toBe("INVALID_JSON");
    const untyped = { ...asIs(inChunks(valid, 10)), headers: new Headers() };
    expect((await refusalOf(() => readBody(createCategory, untyped))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test.each([
    ["identity", true],
    ["Identity", true],
    ["", true],
    ["identity, identity", false],
    ["xidentity", false],
    ["identityx", false],
  ])("Content-Encoding %j is accepted: %s", async (encoding, taken) => {
    const read = readBody(
      createCategory,
      post(valid, { "Content-Type": "application/json", "Content-Encoding": encoding }),
    );
    if (taken) expect(await read).toEqual({ name: "Keys", keyType: "json" });
    else await expect(read).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  test("a Content-Length beyond the limit is refused before a byte is read; one that is too small is not trusted", async () => {
    const honest = post(valid, { "Content-Type": "application/json", "Content-Length": String(2 ** 21) });
    expect((await refusalOf(() => readBody(createCategory, honest))).code).toBe("BODY_TOO_LARGE");
    expect(honest.bodyUsed).toBe(false);
    const lying = post(valid.padEnd(2 ** 20 + 1), { "Content-Type": "application/json", "Content-Length": "10" });
    expect((await refusalOf(() => readBody(createCategory, lying))).code).toBe("BODY_TOO_LARGE");
  });
});

describe("path and query", () => {
  test("an id that is not a UUID gets the same reply as one that does not exist", async () => {
    expect(readParams(getEntry, { id })).toEqual({ id });
    for (const bad of ["1", "", `${id}x`, ` ${id}`, "../entries", `${id}\n`, id.replaceAll("-", "")]) {
      const refusal = await refusalOf(() => readParams(getEntry, { id: bad }));
      expect([refusal.code, refusal.message, refusal.details]).toEqual([
        "ENTRY_NOT_FOUND",
        "Entry not found",
        undefined,
      ]);
    }
    for (const params of [{}, { id: [id] }, { id: undefined }])
      expect((await refusalOf(() => readParams(getEntry, params))).code).toBe("ENTRY_NOT_FOUND");
  });

  test("an id's letters are of either case", () => {
    expect(readParams(deleteEnvFile, { id: id.toUpperCase(), fileId: id })).toEqual({ id, fileId: id });
  });

  test("a contract without its own not-found code uses the API's", async () => {
    expect(
      (await refusalOf(() => readParams({ ...getEntry, notFound: undefined } as unknown as ContractSpec, { id: "1" })))
        .code,
    ).toBe("NOT_FOUND");
  });

  test("of two ids each is checked", async () => {
    expect(readParams(deleteEnvFile, { id, fileId: id })).toEqual({ id, fileId: id });
    for (const params of [{ id, fileId: "1" }, { id: "1", fileId: id }, { id }])
      expect((await refusalOf(() => readParams(deleteEnvFile, params))).code).toBe("ENV_FILE_NOT_FOUND");
  });

  const query = (contract: ContractSpec, text: string) => readQuery(contract, `http://vault.invalid/api/x${text}`);

  test("a query is read, decoded once", () => {
    expect([query(listEnvProjects, ""), query(listEnvProjects, "?search=50%25+off%2520")]).toEqual([
      {},
      { search: "50% off%20" },
    ]);
    expect(query(listCategories, "?anything=1")).toBeUndefined();
    expect(readQuery(listEnvProjects, "?search=a")).toEqual({ search: "a" });
    // The part after # is not part of the query, however it got here.
    for (const end of ["#", "#x", "#search=b&page=2", "#a\nb"])
      expect(query(listEnvProjects, `?search=a${end}`)).toEqual({ search: "a" });
  });

  test.each<[string, ContractSpec, string, string]>([
    ["a parameter given twice", listEnvProjects, "?search=a&search=b", "search is given more than once"],
    ["one given twice alike", exportEntries, "?format=shell&format=shell", "format is given more than once"],
    ["an unknown one", listEnvProjects, "?page=2", "page is not a parameter of this endpoint: it has search"],
    [
      "an unknown word",
      exportEntries,
      "?format=yaml",
      "format must be one of dotenv, next, compose, docker, shell, json, github",
    ],
    ["one that is too long", listEnvProjects, `?search=${"a".repeat(201)}`, "search must have at most 200 characters"],
    [
      "a name that touches prototypes",
      listEnvProjects,
      "?__proto__=1",
      "__proto__ is not a parameter of this endpoint: it has search",
    ],
    [
      "one of several unknown ones",
      exportEntries,
      "?fmt=json&env=staging",
      "fmt is not a parameter of this endpoint: it has format, environment, ids, project; env is not a parameter of this endpoint: it has format, environment, ids, project",
    ],
  ])("%s is refused by its name", async (_, contract, text, told) => {
    expect(await refusalOf(() => query(contract, text))).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      message: told,
    });
  });
});

test("a transfer of 5,000 entries is read, and of more it is told to move them in several steps", async () => {
  const asked = (count: number) => sent(transfer, { teamId: null, entryIds: Array.from({ length: count }, () => id) });
  expect(await asked(5_000)).toMatchObject({ entryIds: { length: 5_000 } });
  const message = "must have at most 5,000 items: move them in several steps";
  expect((await refusalOf(() => asked(5_001))).details).toEqual([{ path: "entryIds", message }]);
});
