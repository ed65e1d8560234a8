import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { contracts } from "@/lib/contracts";
import { actsInVault, bodyBytesMaxOf, type ContractSpec, inBinaryUnits } from "@/lib/contracts/contract";
import { scopes } from "@/lib/contracts/access/scopes";
import { createTeam } from "@/lib/contracts/people/teams";
import { type ErrorCode, errorCatalogue } from "@/lib/errors";
import { anonymous, aUser, aUserWithKey, password, withKey } from "../../../support/callers/actors";
import { aCategory, anEntry, missingId } from "../../../support/rows/fixtures";
import { exampleOf, OpenApiDocument, resolved, Schema, validatorOf } from "../../../support/http/openapi-document";
import { send } from "../../../support/http/raw";

let document: OpenApiDocument;
let text: string;
beforeAll(async () => {
  text = (await send(anonymous(), "GET", "/api/openapi")).text;
  document = OpenApiDocument.parse(JSON.parse(text));
});

type Operation = NonNullable<OpenApiDocument["paths"][string]["get"]>;

function operationOf({ path, method }: ContractSpec): Operation {
  const found =
    document.paths[path]?.[method === "GET" ? "get" : method === "POST" ? "post" : method === "PUT" ? "put" : "delete"];
  if (!found) throw new Error(`no operation for ${method} ${path}`);
  return found;
}

const ErrorKind = z.object({ properties: z.object({ code: z.object({ const: z.string() }) }) });

/** The codes that a status's schema allows. */
function codesOf(operation: Operation, status: number): string[] {
  const schema = operation.responses[status]?.content?.["application/json"]?.schema;
  if (!schema) return [];
  const kinds = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  return kinds.map((kind) => ErrorKind.parse(resolved(document, Schema.parse(kind))).properties.code.const);
}

describe("GET /api/openapi", () => {
  test("is OpenAPI 3.1.0 as JSON, for everybody, even with an invalid key, and is not cached", async () => {
    for (const who of [anonymous(), withKey("svc_wrong"), (await aUser()).session]) {
      const response = await who.fetch("/api/openapi");
      expect([response.status, response.headers.get("Content-Type"), response.headers.get("Cache-Control")]).toEqual([
        200,
        "application/json",
        "no-store",
      ]);
      expect(await response.text()).toBe(text);
    }
    expect(document.openapi).toBe("3.1.0");
  });

  test("every reference leads to a component, and none into a schema's own $defs", () => {
    expect(text).not.toContain("$defs");
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = ""]) => reference);
    expect(references.length).toBeGreaterThan(50);
    const names = references.map(
      (reference) => /^#\/components\/schemas\/([\w.-]+)$/.exec(reference)?.[1] ?? reference,
    );
    expect(names.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([]);
  });

  test("it lists each contract's operation once, and nothing else", () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${method.toUpperCase()} ${path} ${operation?.operationId}`),
    );
    expect(listed.sort()).toEqual(contracts.map(({ id, method, path }) => `${method} ${path} ${id}`).sort());
    expect(contracts.length).toBeGreaterThanOrEqual(32);
  });

  test("its security schemes are the access key and the session cookie, and it explains every scope", () => {
    expect(document.components.securitySchemes).toMatchObject({
      accessKey: { type: "http", scheme: "bearer" },
      session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
    });
    for (const scope of scopes) expect(document.info.description).toContain(`\`${scope}\``);
  });
});

describe.each(contracts.map((contract) => [contract.id, contract] as const))("%s", (_, contract) => {
  const { access, body, query, notFound, reply, path } = contract;

  test("says who may call it", () => {
    const { security } = operationOf(contract);
    if (access === "public") expect(security).toEqual([]);
    else if (access === "session") expect(security).toEqual([{ session: [] }]);
    else {
      const needed = access === "any" ? [] : [access.scope, ...[access.and ?? []].flat()];
      expect(security).toEqual([{ accessKey: needed }, { session: [] }]);
    }
  });

  test("describes its parameters and its body, with an example that the body's schema accepts", () => {
    const { parameters, requestBody } = operationOf(contract);
    const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
    expect(named("path")).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(parameters.filter((parameter) => parameter.in === "path" && !parameter.required)).toEqual([]);
    expect(named("query").sort()).toEqual(Object.keys(query?.shape ?? {}).sort());
    expect(named("header")).toEqual([...(contract.conditional ?? []), ...(actsInVault(contract) ? ["X-Team-Id"] : [])]);
    expect(requestBody !== undefined).toBe(body !== undefined);
    if (!requestBody) return;
    expect(requestBody.required).toBe(!contract.bodyOptional);
    const { schema } = requestBody.content["application/json"];
    const example = exampleOf(document, schema);
    expect(example).toBeTypeOf("object");
    expect(validatorOf(document, schema).safeParse(example)).toMatchObject({ success: true });
    expect(Object.keys(resolved(document, schema).properties ?? {}).sort()).toEqual(
      Object.keys(body?.shape ?? {}).sort(),
    );
    expect(resolved(document, schema).additionalProperties).toBe(false);
  });

  test("describes each successful response, with an example that its schema accepts", () => {
    const { responses } = operationOf(contract);
    const successes = Object.keys(responses).filter((status) => status.startsWith("2"));
    expect(successes).toEqual((typeof reply.status === "number" ? [reply.status] : reply.status).map(String));
    for (const status of successes) {
      const content = responses[status]?.content;
      if ("text" in reply) expect(Object.keys(content ?? {})).toEqual([reply.text]);
      else if (!("json" in reply)) expect(content).toBeUndefined();
      else {
        const schema = content?.["application/json"]?.schema ?? {};
        const example = exampleOf(document, schema);
        // The document itself is its own example.
        if (contract.id === "getOpenApi") continue;
        expect(example).toBeTypeOf("object");
        expect(validatorOf(document, schema).safeParse(example)).toMatchObject({ success: true });
      }
    }
  });

  test("lists every error under its status, each with an example", () => {
    const operation = operationOf(contract);
    const expected: ErrorCode[] = [
      ...(access === "public"
        ? []
        : (["AUTH_REQUIRED", "AUTH_INVALID_KEY", "AUTH_KEY_EXPIRED", "TOO_MANY_REQUESTS"] as const)),
      ...(access === "session" ? (["AUTH_SESSION_REQUIRED"] as const) : []),
      ...(access === "public" || access === "session" ? [] : (["ADDRESS_NOT_ALLOWED"] as const)),
      ...(typeof access === "object" ? (["AUTH_SCOPE_REQUIRED"] as const) : []),
      // Limits may also be changed while a member's request is in progress.
      ...(typeof access === "object" || actsInVault(contract) ? (["OUT_OF_BOUNDS"] as const) : []),
      ...(contract.ownersOnly ? (["TEAM_OWNER_REQUIRED"] as const) : []),
      ...(typeof access === "object" && contract.plaintext ? (["REVEALS_SPENT"] as const) : []),
      ...(access === "public" || contract.mfaExempt === "any" ? [] : (["SECOND_FACTOR_MISSING"] as const)),
      ...(contract.method === "GET" && access === "public" ? [] : (["CROSS_ORIGIN"] as const)),
      ...(contract.recentAuthentication ? (["REAUTHENTICATION_REQUIRED"] as const) : []),
      ...(body ? (["VALIDATION_ERROR", "INVALID_JSON", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
      ...(query ? (["VALIDATION_ERROR"] as const) : []),
      ...(contract.recentAuthentication ? (["REAUTHENTICATION_REQUIRED"] as const) : []),
      ...(notFound ? [notFound] : []),
      ...Object.values(contract.notFoundBy ?? {}),
      ...(actsInVault(contract) ? (["TEAM_NOT_FOUND"] as const) : []),
      ...(contract.conditional ? (["VALIDATION_ERROR", "CHANGED_MEANWHILE"] as const) : []),
      ...(contract.errors ?? []),
      "INTERNAL_ERROR",
      "UNAVAILABLE",
    ];
    const listed = Object.keys(operation.responses)
      .filter((status) => Number(status) >= 400)
      .flatMap((status) => codesOf(operation, Number(status)).map((code) => `${status} ${code}`));
    expect(listed.sort()).toEqual([...new Set(expected)].map((code) => `${errorCatalogue[code][0]} ${code}`).sort());
    for (const code of expected) {
      const schema = document.components.schemas[`Error_${code}`] ?? {};
      expect(schema.example).toMatchObject({ error: expect.any(String), code });
      expect(validatorOf(document, schema).safeParse(schema.example)).toMatchObject({ success: true });
    }
    expect("304" in operation.responses).toBe(contract.cacheable === true);
    if (body)
      expect(operation.responses["413"]?.description).toContain(`(at most ${inBinaryUnits(bodyBytesMaxOf(contract))})`);
  });
});

describe("the server's responses match the document", () => {
  const fits = (id: string, answer: { status: number; json: unknown }) => {
    const contract = contracts.find((candidate) => candidate.id === id);
    const schema = contract && operationOf(contract).responses[answer.status]?.content?.["application/json"]?.schema;
    expect([id, answer.status, schema !== undefined]).toEqual([id, answer.status, true]);
    expect(validatorOf(document, schema ?? {}).safeParse(answer.json)).toMatchObject({ success: true });
  };

  test("for success of every resource", async () => {
    const { session, key, id: userId } = await aUserWithKey();
    const [group, simple] = [
      await anEntry(session, { keyType: "group", environment: "staging" }),
      await anEntry(session),
    ];
    fits("listCategories", await send(key, "GET", "/api/categories"));
    fits("getCategory", await send(key, "GET", `/api/categories/${simple.categoryId}`));
    fits(
      "createEntry",
      await send(key, "POST", "/api/entries", { categoryId: simple.categoryId, name: "two", value: "x" }),
    );
    fits("listEntries", await send(key, "GET", "/api/entries"));
    fits("revealEntry", await send(key, "POST", `/api/entries/${group.id}/reveal`));
    fits("revealEntry", await send(key, "POST", `/api/entries/${simple.id}/reveal`));
    const token = await send(key, "POST", "/api/2fa", { service: "a", accountName: "b", secret: "JBSWY3DPEHPK3PXP" });
    fits("createTwoFactorToken", token);
    expect(token.json).toMatchObject({ userId });
    fits("listTwoFactorTokens", await send(key, "GET", "/api/2fa"));
    fits("createEnvProject", await send(key, "POST", "/api/envs", { name: "billing" }));
    fits("listEnvProjects", await send(key, "GET", "/api/envs"));
    fits("createAccessKey", await send(session, "POST", "/api/access-keys", { name: "CI", scopes: ["stats:read"] }));
    fits("listAccessKeys", await send(session, "GET", "/api/access-keys"));
    fits("getStats", await send(key, "GET", "/api/stats"));
    fits("extractNames", await send(key, "POST", "/api/ai/extract", { prompt: "Stripe" }));
    fits(
      "register",
      await send(anonymous(), "POST", "/api/auth/register", { email: `${userId}@example.org`, password }),
    );
  });

  test("for errors of every status", async () => {
    const { session, email } = await aUser();
    const { key } = await aUserWithKey({ scopes: ["stats:read"] });
    const { id } = await aCategory(session);
    await anEntry(session);
    const [entry] = [await anEntry(session)];
    fits("listEntries", await send(anonymous(), "GET", "/api/entries"));
    fits("listEntries", await send(withKey("svc_wrong"), "GET", "/api/entries"));
    fits("listAccessKeys", await send(key, "GET", "/api/access-keys"));
    fits("listEntries", await send(key, "GET", "/api/entries"));
    fits("createEntry", await send(session, "POST", "/api/entries", {}));
    fits("createEntry", await send(session, "POST", "/api/entries", "{"));
    fits("createEntry", await send(session, "POST", "/api/entries", { categoryId: missingId, name: "a", value: "b" }));
    fits("createEntry", await send(session, "POST", "/api/entries", `"${"x".repeat(1024 * 1024)}"`));
    fits("createCategory", await send(session, "POST", "/api/categories", { name: "a", keyType: "simple" }));
    fits("updateCategory", await send(session, "PUT", `/api/categories/${id}`, { envVarName: null }));
    fits("updateCategory", await send(session, "PUT", `/api/categories/${entry?.categoryId}`, { keyType: "json" }));
    fits("getEntry", await send(session, "GET", `/api/entries/${missingId}`));
    fits("listEnvProjects", await send(session, "GET", "/api/envs?sort=name"));
    fits("register", await send(anonymous(), "POST", "/api/auth/register", { email, password }));
    await session.call(createTeam, { body: { name: "Payments" } });
    fits("deleteAccount", await send(session, "DELETE", "/api/account", { email }));
    const unsupported = await session.fetch("/api/entries", {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: "{}",
    });
    fits("createEntry", { status: unsupported.status, json: await unsupported.json() });
    const { Cookie = "" } = session.headers;
    const elsewhere = await fetch(`${session.headers.Origin}/api/entries/${missingId}/reveal`, {
      method: "POST",
      headers: { Cookie },
    });
    fits("revealEntry", { status: elsewhere.status, json: await elsewhere.json() });
  });
});
