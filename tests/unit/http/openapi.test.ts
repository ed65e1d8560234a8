import { beforeEach, expect, test, vi } from "vitest";
import { contracts } from "@/lib/contracts";
import type { ContractSpec } from "@/lib/contracts/contract";
import { scopeDescriptions } from "@/lib/contracts/access/scopes";
import { errorCatalogue } from "@/lib/errors";
import { OpenApiDocument } from "../../support/http/openapi-document";

let document: OpenApiDocument;
/** Generated for each test, as a process generates it once. */
beforeEach(async () => {
  vi.resetModules();
  const { openApiDocument } = await import("@/lib/http/openapi");
  document = OpenApiDocument.parse(openApiDocument());
  expect(openApiDocument()).toBe(openApiDocument());
});
const operationOf = ({ path, method }: Pick<ContractSpec, "path" | "method">) =>
  document.paths[path]?.[method.toLowerCase() as "get"];
const contractWith = (fits: (contract: ContractSpec) => boolean): ContractSpec =>
  (contracts as readonly ContractSpec[]).find(fits) ?? expect.fail("no contract is of this kind");
const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refusal = (codes: (keyof typeof errorCatalogue)[], note = "") => ({
  description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}${note}`).join("\n\n"),
  content: json(codes.length === 1 ? ref(`Error_${codes[0]}`) : { anyOf: codes.map((code) => ref(`Error_${code}`)) }),
});
const lookedUp = { 500: refusal(["INTERNAL_ERROR"]), 503: refusal(["UNAVAILABLE"]) };
const entryId = [
  { in: "path", name: "id", schema: expect.objectContaining({ type: "string", format: "uuid" }), required: true },
];

test("a reader learns what this is, where it is, and how to authenticate", () => {
  expect(document).toMatchObject({
    openapi: "3.1.0",
    info: { title: "Secrets vault", version: "1" },
    servers: [{ url: "/api" }],
  });
  expect(document.info.description).toBe(
    `Send an access key as \`Authorization: Bearer svc_…\`, or use a signed-in browser session. Scopes:\n\n${Object.entries(
      scopeDescriptions,
    )
      .map(([scope, description]) => `- \`${scope}\`: ${description}`)
      .join("\n")}`,
  );
  expect(document.components.securitySchemes).toEqual({
    accessKey: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "svc_ and 43 base64url characters",
      description: "An access key; each operation names the scope, or the two scopes, that it requires",
    },
    session: {
      type: "apiKey",
      in: "cookie",
      name: "next-auth.session-token",
      description:
        "A browser session; __Host-next-auth.session-token behind TLS. Unsafe methods must come from the same origin. A page names its user in X-Session-User, by id: if the session is another user's by now, 401, and nothing is done",
    },
  });
});

/** Where a session acts. */
const team = {
  in: "header",
  name: "X-Team-Id",
  description: expect.stringContaining("its user's own"),
  schema: expect.objectContaining({ type: "string", format: "uuid" }),
};

test("an operation that reads with a key has its permissions, its reply, unchanged or not, and every error", () => {
  expect(operationOf({ path: "/entries/{id}", method: "GET" })).toEqual({
    operationId: "getEntry",
    tags: ["Entries"],
    summary: expect.any(String),
    security: [{ accessKey: ["entries:read"] }, { session: [] }],
    "x-required-scope": "entries:read",
    parameters: [...entryId, team],
    responses: {
      200: {
        description: "Success",
        content: json(expect.any(Object)),
        headers: {
          ETag: {
            description: "The version, in double quotes",
            schema: { description: "The version, in double quotes", type: "string" },
            required: true,
          },
        },
      },
      304: { description: "Unchanged since the ETag sent as If-None-Match; no body" },
      401: refusal(["AUTH_REQUIRED", "AUTH_INVALID_KEY", "AUTH_KEY_EXPIRED"]),
      403: refusal([
        "ADDRESS_NOT_ALLOWED",
        "AUTH_SCOPE_REQUIRED",
        "OUT_OF_BOUNDS",
        "SECOND_FACTOR_MISSING",
        "CROSS_ORIGIN",
      ]),
      404: refusal(["TEAM_NOT_FOUND", "ENTRY_NOT_FOUND"]),
      429: refusal(["TOO_MANY_REQUESTS"]),
      ...lookedUp,
    },
  });
});

test("an operation that needs two scopes names both", () => {
  expect(operationOf({ path: "/envs/{id}/resolve", method: "POST" })).toMatchObject({
    security: [{ accessKey: ["envs:reveal", "entries:reveal"] }, { session: [] }],
    "x-required-scope": "envs:reveal entries:reveal",
  });
});

test("an operation that writes has its body with its limit, and the reply for a new resource", () => {
  const operation = operationOf({ path: "/entries", method: "POST" });
  expect(operation).toMatchObject({
    requestBody: { required: true, content: json(ref("CreateEntry")) },
    responses: {
      201: { description: "Created", content: json(expect.any(Object)) },
      400: refusal(["VALIDATION_ERROR", "INVALID_JSON"]),
      413: refusal(["BODY_TOO_LARGE"], " (at most 1 MiB)"),
      415: refusal(["UNSUPPORTED_MEDIA_TYPE"]),
    },
  });
  expect(operation?.parameters).toEqual([
    {
      in: "header",
      name: "If-None-Match",
      description: expect.stringContaining("none yet"),
      schema: expect.objectContaining({ const: "*" }),
    },
    team,
  ]);
  expect(operation?.responses["412"]).toEqual({
    ...refusal(["CHANGED_MEANWHILE"]),
    headers: {
      ETag: {
        schema: { type: "string", description: expect.stringContaining("The current version") as string },
        description: expect.stringContaining("The current version") as string,
      },
    },
  });
  expect(operationOf({ path: "/access-keys", method: "POST" })?.responses["201"]).not.toHaveProperty("headers");
  expect(operation?.responses).not.toHaveProperty("304");
  const larger = contractWith(({ bodyBytesMax }) => bodyBytesMax !== undefined);
  expect(operationOf(larger)?.responses["413"]?.description).toContain(
    `(at most ${Number(larger.bodyBytesMax) / 1024 / 1024} MiB)`,
  );
});

test("an operation that renews the session's token names the cookie that it sets", () => {
  const renewing = contractWith(({ renewsSession }) => renewsSession === true);
  expect(operationOf(renewing)?.responses["204"]).toEqual({
    description: "Done; no body",
    headers: {
      "Set-Cookie": {
        description: "The session's cookie, with its new token",
        schema: { description: "The session's cookie, with its new token", type: "string" },
        required: true,
      },
    },
  });
});

test("an operation that deletes returns nothing; one with a choice of statuses has both", () => {
  expect(operationOf({ path: "/entries/{id}", method: "DELETE" })?.responses["204"]).toEqual({
    description: "Done; no body",
  });
  const chosen = contractWith(({ reply }) => typeof reply.status === "object");
  expect(operationOf(chosen)?.responses).toMatchObject({
    200: { description: "Success" },
    201: { description: "Created" },
  });
});

test("the export is text, with its headers and its query", () => {
  const operation = operationOf({ path: "/export", method: "GET" });
  expect(operation?.responses["200"]).toEqual({
    description: "The text",
    content: { "text/plain; charset=utf-8": { schema: { type: "string" } } },
    headers: {
      "X-Export-Skipped": { schema: { type: "string" }, required: true },
      "X-Export-Skipped-Names": { schema: { type: "string" } },
      "X-Export-Repeated": { schema: { type: "string" } },
      "X-Export-Repeated-Names": { schema: { type: "string" } },
      "Content-Disposition": { schema: { type: "string" }, required: true },
    },
  });
  expect(operation?.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
    "query format",
    "query environment",
    "query ids",
    "query project",
    "header X-Team-Id",
  ]);
  expect(operation?.description).toContain("X-Export-Skipped counts these");
});

test("the activity is a list, or one record in each line if that is asked for", () => {
  expect(operationOf({ path: "/activity", method: "GET" })?.responses["200"]?.content).toEqual({
    ...json({ type: "array", items: ref("ActivityRecord") }),
    "application/x-ndjson": {
      schema: { type: "string", description: expect.stringContaining("as JSON, one on each line") },
    },
  });
});

test("an operation for sessions names no scope, and a public one requires nothing", () => {
  const keys = operationOf({ path: "/access-keys", method: "GET" });
  expect(keys?.security).toEqual([{ session: [] }]);
  expect(keys).not.toHaveProperty("x-required-scope");
  const anybody = operationOf(contractWith(({ access }) => access === "public"));
  expect(anybody?.security).toEqual([]);
  expect(anybody).not.toHaveProperty("x-required-scope");
  for (const contract of contracts as readonly ContractSpec[])
    expect(operationOf(contract)?.description).toBe(contract.description);
});

test("each error's schema is distinguished by its code, and has an example", () => {
  const { schemas } = document.components;
  const detail = { type: "array", items: ref("ErrorDetail") };
  const properties = (code: string) => ({ error: { type: "string" }, code: { type: "string", const: code } });
  const of = (code: keyof typeof errorCatalogue) => ({ error: errorCatalogue[code][1], code });
  expect(schemas.ErrorDetail).toMatchObject({
    type: "object",
    properties: { path: { type: "string" }, message: { type: "string" } },
    required: ["path", "message"],
  });
  expect(schemas.Error_VALIDATION_ERROR).toMatchObject({
    properties: { ...properties("VALIDATION_ERROR"), details: detail },
    required: ["error", "code", "details"],
    example: { ...of("VALIDATION_ERROR"), details: [{ path: "name", message: "must not be empty" }] },
  });
  expect(schemas.Error_INVALID_JSON).toMatchObject({
    properties: properties("INVALID_JSON"),
    required: ["error", "code"],
    additionalProperties: false,
  });
  expect(schemas.Error_INVALID_JSON?.example).toEqual(of("INVALID_JSON"));
  expect(schemas.Error_CHANGED_MEANWHILE).toMatchObject({
    properties: { ...properties("CHANGED_MEANWHILE"), details: ref("CurrentState") },
    required: ["error", "code", "details"],
    example: { ...of("CHANGED_MEANWHILE"), details: { version: 4 } },
  });
  expect(schemas.Error_UNRESOLVED_REFERENCES).toMatchObject({
    properties: {
      ...properties("UNRESOLVED_REFERENCES"),
      details: { type: "array", items: ref("UnresolvedReference") },
    },
    required: ["error", "code", "details"],
    example: {
      ...of("UNRESOLVED_REFERENCES"),
      details: [{ fileType: "env.production", line: 3, name: "STRIPE_SECRET_KEY", reason: "missing" }],
    },
  });
  expect(schemas.Error_ENTRY_NOT_FOUND?.properties).toEqual(properties("ENTRY_NOT_FOUND"));
  expect(schemas.Error_ENTRY_NOT_FOUND?.example).toEqual(of("ENTRY_NOT_FOUND"));
});
