import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import type { ErrorCode } from "@/lib/errors";
import { aUser, aUserWithKey, sharedBaseUrl } from "../../support/callers/actors";
import { operation } from "../../support/http/operations";
import { exchange, type RawAnswer, requestBytes } from "../../support/http/raw-http";
import { expectRefusal } from "../../support/http/refusal";

const send = (method: string, target: string, headers: Record<string, string> = {}, body = "") =>
  exchange(sharedBaseUrl(), requestBytes(method, target, { Host: new URL(sharedBaseUrl()).host, ...headers }, body));

/** The methods of every path, from the contracts. */
const methodsByPath = new Map<string, Set<string>>();
for (const { path, method } of contracts)
  methodsByPath.set(path, new Set([...(methodsByPath.get(path) ?? []), method]));
const paths = [...methodsByPath].map(([path, methods]) => ({
  path,
  methods,
  target: `/api${path.replace(/\{\w+\}/g, () => randomUUID())}`,
}));

const allowed = (answer: RawAnswer) =>
  (answer.header("allow") ?? "")
    .split(",")
    .map((method) => method.trim())
    .filter(Boolean)
    .sort();
const expectedOf = (methods: Set<string>) => [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].sort();

describe("methods", () => {
  test.for(paths)("$path refuses every other method with a 405 that lists its own", async ({ methods, target }) => {
    const options = await send("OPTIONS", target);
    expect([options.status, options.body, options.header("cache-control"), allowed(options)]).toEqual([
      204,
      "",
      "no-store",
      expectedOf(methods),
    ]);
    for (const method of [
      "GET",
      "HEAD",
      "POST",
      "PUT",
      "DELETE",
      "PATCH",
      "TRACE",
      "PROPFIND",
      "MKCOL",
      "SEARCH",
      "PURGE",
    ].filter((name) => !expectedOf(methods).includes(name))) {
      const answer = await send(method, target);
      expect({ method, status: answer.status, allow: allowed(answer) }).toEqual({
        method,
        status: 405,
        allow: expectedOf(methods),
      });
      if (method !== "HEAD") expectRefusal(answer, 405, "METHOD_NOT_ALLOWED");
    }
  });

  test("TRACE does not echo the request", async () => {
    const answer = await send("TRACE", "/api/categories", {
      "X-Canary": "canary-in-a-header",
      Cookie: "canary-in-a-cookie=1",
    });
    expect(answer.head + answer.body).not.toContain("canary");
  });

  test("CONNECT is refused in the API's format: the vault is not a proxy", async () => {
    const answer = await exchange(sharedBaseUrl(), "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n");
    expectRefusal(answer, 405, "METHOD_NOT_ALLOWED");
    expect(answer.head).toMatch(/^allow:/im);
  });

  test("an access key can't turn a method into another: override headers and fields change nothing", async () => {
    const { key } = await aUserWithKey();
    const { id } = await key.call(createCategory, { body: { name: "kept", keyType: "json" } });
    for (const name of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
      expect(
        (await send("GET", `/api/categories/${id}?_method=DELETE`, { ...key.headers, [name]: "DELETE" })).status,
      ).toBe(200);
      expectRefusal(
        await send("POST", `/api/categories/${id}?_method=DELETE`, { ...key.headers, [name]: "DELETE" }),
        405,
        "METHOD_NOT_ALLOWED",
      );
    }
    expect(await key.call(listCategories)).toHaveLength(1);
  });
});

describe("HEAD", () => {
  test("every GET also supports HEAD with the same status, headers and length, and no body", async () => {
    const { key, session } = await aUserWithKey();
    await key.call(createCategory, { body: { name: "Stripe", keyType: "json" } });
    for (const contract of contracts.filter(({ method }) => method === "GET")) {
      const { path } = operation(contract, { ids: { id: "not-a-uuid" } });
      const { headers } = contract.access === "session" ? session : key;
      const [get, head] = [await send("GET", path, headers), await send("HEAD", path, headers)];
      const comparable = ({ head: text }: RawAnswer) => text.replace(/^(x-request-id|date): .*$/gim, "$1");
      expect({ id: contract.id, head: comparable(head), body: head.body }).toEqual({
        id: contract.id,
        head: comparable(get),
        body: "",
      });
      expect(head.header("content-length")).toBe(String(Buffer.byteLength(get.body)));
    }
  });

  test("HEAD requires credentials like GET", async () => {
    expect((await send("HEAD", "/api/categories")).status).toBe(401);
    expect((await send("HEAD", "/api/export")).status).toBe(401);
  });
});

describe("paths", () => {
  const nowhere = [
    "/api",
    "/api/",
    "/api/x",
    "/api/x/%ff",
    "/api/x/%00",
    "/api/entries/",
    "/api/entries//",
    "/api//entries",
    "/api/entries/a/b/c",
    "/api/ENTRIES",
    "/api/entries%2f",
    "/api/auth",
    "/api/auth/x",
    "/api/auth/_log",
    "/api/v1/entries",
    "/api/..%2fapi/entries",
    "/api/%65ntries",
    "/api/constructor",
    "/api/__proto__",
    "/api?x=/entries",
  ];

  test.for(nowhere)("%s is a JSON 404 for every method, with and without credentials", async (target) => {
    const { key } = await aUserWithKey();
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
      expectRefusal(
        await send(
          method,
          target,
          method === "POST" ? { "Content-Type": "application/json" } : {},
          method === "POST" ? "{" : "",
        ),
        404,
        "NOT_FOUND",
      );
      expectRefusal(await send(method, target, key.headers), 404, "NOT_FOUND");
    }
    expect((await send("HEAD", target)).status).toBe(404);
  });

  const malformed: [target: string, code: ErrorCode][] = [
    ["/api/entries/%ff", "ENTRY_NOT_FOUND"],
    ["/api/entries/%", "ENTRY_NOT_FOUND"],
    ["/api/categories/%00", "CATEGORY_NOT_FOUND"],
    ["/api/envs/..%2f..", "ENV_PROJECT_NOT_FOUND"],
    ["/api/entries/%E0%A4%A", "ENTRY_NOT_FOUND"],
  ];

  test.for(malformed)("%s is the resource's own 404", async ([target, code]) => {
    const { key } = await aUserWithKey();
    expectRefusal(await send("GET", target, key.headers), 404, code);
  });

  test("a target in absolute form counts by its path, whatever host it names", async () => {
    const { key } = await aUserWithKey();
    const answer = await send("GET", "http://elsewhere.example/api/categories?x=1", key.headers);
    expect([answer.status, answer.body]).toEqual([200, "[]"]);
  });

  test.for([
    "/x/../api/categories",
    "/%2e%2e/api/categories",
    "/x/%2e./api/categories",
    "/./api/categories",
    "/x\\..\\api/categories",
  ])("%s does not reach the API through the pages", async (path) => {
    const { key } = await aUserWithKey();
    const answer = await send("GET", path, key.headers);
    expect([answer.status, answer.body]).toEqual([400, "Bad request\n"]);
  });

  test("a query that is unknown, repeated or can't be decoded is refused or ignored, never a server error", async () => {
    const { key } = await aUserWithKey();
    expect((await send("GET", "/api/categories?%ff=%ff&a=1&a=2", key.headers)).status).toBe(200);
    expect((await send("GET", "/api/envs?search=%ff%00%E0%A4%A", key.headers)).status).toBe(200);
    expectRefusal(await send("GET", "/api/envs?search=a&search=b", key.headers), 400, "VALIDATION_ERROR");
    expectRefusal(await send("GET", "/api/envs?page=2", key.headers), 400, "VALIDATION_ERROR");
    expectRefusal(await send("GET", "/api/export?format=xml", key.headers), 400, "VALIDATION_ERROR");
    expectRefusal(await send("GET", "/api/export?__proto__=x", key.headers), 400, "VALIDATION_ERROR");
  });
});

describe("headers", () => {
  const framework: Record<string, string>[] = [
    { RSC: "1" },
    { RSC: "1", "Next-Router-State-Tree": "%ff", "Next-Router-Prefetch": "1" },
    { "Next-Action": "0123456789abcdef" },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    {
      "x-middleware-rewrite": "/login",
      "x-invoke-path": "/login",
      "x-matched-path": "/login",
      "x-invoke-status": "500",
    },
    { "x-nextjs-data": "1", Purpose: "prefetch" },
    { "X-Original-URL": "/api/export", "X-Rewrite-URL": "/api/export" },
    { "X-Forwarded-Host": "elsewhere.example", "X-Forwarded-Proto": "https", Forwarded: "host=elsewhere.example" },
    {
      Accept: "text/html",
      "Accept-Encoding": "br, gzip",
      "If-None-Match": '"of-another-answer"',
      "If-Modified-Since": "Sat, 21 Nov 2099 00:00:00 GMT",
      Range: "bytes=0-1",
    },
    { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__" },
    {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "bm90IGEgcmVhbCBrZXk=",
      "Sec-WebSocket-Version": "13",
    },
  ];

  test.for(framework)("%o changes neither a response of the API nor an error", async (headers) => {
    const { session } = await aUser();
    // A page first, so that Next is loaded and could interfere.
    expect((await send("GET", "/login")).status).toBe(200);
    const answer = await send("GET", "/api/categories", { ...session.headers, ...headers });
    expect([answer.status, answer.body, answer.header("cache-control"), answer.header("content-type")]).toEqual([
      200,
      "[]",
      "no-store",
      "application/json",
    ]);
    expectRefusal(await send("GET", "/api/categories", headers), 401, "AUTH_REQUIRED");
    expectRefusal(await send("GET", "/api/nowhere", headers), 404, "NOT_FOUND");
  });

  test("every response of a contract has its own request id, which a client can't choose", async () => {
    const { session } = await aUser();
    const ids = new Set<string | undefined>();
    for (const contract of contracts) {
      const { path, init } = operation(contract);
      for (const headers of [{}, (contract.renewsSession ? await aUser() : { session }).session.headers]) {
        const id = (
          await send(
            init.method,
            path,
            { ...headers, ...init.headers, "X-Request-Id": "chosen-by-the-client" },
            init.body,
          )
        ).header("x-request-id");
        expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        ids.add(id);
      }
    }
    expect(ids.size).toBe(contracts.length * 2);
  });

  test("every response of a contract has no-store and nosniff, and names no server", async () => {
    const { session } = await aUser();
    for (const contract of contracts) {
      const { path, init } = operation(contract);
      const who = contract.renewsSession ? (await aUser()).session : session;
      const { head } = await send(init.method, path, { ...who.headers, ...init.headers }, init.body);
      expect({ id: contract.id, head }).toEqual({
        id: contract.id,
        head: expect.stringMatching(/^cache-control: no-store\r?$/im),
      });
      expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
      expect(head).not.toMatch(/^(server|x-powered-by|access-control-allow-origin):/im);
    }
  });
});
