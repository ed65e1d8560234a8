import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createCategory, getCategory, listCategories } from "@/lib/contracts/vault/categories";
import { bodyBytesMaxDefault, bodyBytesMaxOf } from "@/lib/contracts/contract";
import { createTeam } from "@/lib/contracts/people/teams";
import { createEnvProject, listEnvProjects, revealEnvFile } from "@/lib/contracts/vault/envs";
import { aUser, aUserWithKey, sharedBaseUrl } from "../../support/callers/actors";
import { allBelongingsOf } from "../../support/rows/belongings";
import { exampleBody, operation } from "../../support/http/operations";
import { connect, exchange, type RawAnswer, requestBytes } from "../../support/http/raw-http";
import { expectRefusal } from "../../support/http/refusal";

const json = { "Content-Type": "application/json" };
const send = (method: string, target: string, headers: Record<string, string> = {}, body = "") =>
  exchange(sharedBaseUrl(), requestBytes(method, target, headers, body));

/** Sends only a head, or also some bytes that it does not announce, and reads the response. */
async function sendBytes(head: string, body: string | Uint8Array = ""): Promise<RawAnswer> {
  return exchange(sharedBaseUrl(), Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}
const headOf = (method: string, target: string, headers: Record<string, string>) =>
  requestBytes(method, target, headers);
const chunked = (body: Uint8Array) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]);

const withBody = contracts.flatMap((contract) =>
  contract.body ? [{ id: contract.id, contract, bytesMax: bodyBytesMaxOf(contract) }] : [],
);

/**
 * Their examples don't re-authenticate here, or at most once: the body is read completely, and its contents are wrong.
 */
const provesSomebodyElse = new Set([
  "deleteAccount",
  "changePassword",
  "reauthenticate",
  "createPasskey",
  "reauthenticateWithPasskey",
]);

describe("size", () => {
  test("bodies are limited to 1 MiB, those of callers without credentials to 16 KiB, those of env files to 7 MiB, imports to 8 MiB", () => {
    expect(bodyBytesMaxDefault).toBe(1024 * 1024);
    expect(
      withBody
        .filter(({ bytesMax }) => bytesMax !== bodyBytesMaxDefault)
        .map(({ id, bytesMax }) => [id, bytesMax])
        .sort(),
    ).toEqual([
      ["confirmEmail", 16 * 1024],
      ["exchangeToken", 16 * 1024],
      ["forgotPassword", 16 * 1024],
      ["importItems", 8 * 1024 * 1024],
      ["register", 16 * 1024],
      ["resetPassword", 16 * 1024],
      ["saveEnvFile", 7 * 1024 * 1024],
    ]);
  });

  test("of an unknown caller's body no more than 16 KiB are read, whatever the contract", () => {
    expect(
      contracts
        .filter((contract) => contract.access === "public" && bodyBytesMaxOf(contract) > 16 * 1024)
        .map(({ id }) => id),
    ).toEqual([]);
  });

  test.for(withBody)(
    "$id accepts a body of exactly its limit and refuses one byte more, however it is sent",
    async ({ contract, bytesMax }) => {
      const { session } = await aUser();
      const { ids } = await allBelongingsOf(session, "size");
      const { path, init } = operation(contract, { ids: contract.notFound && ids[contract.notFound] });
      // Each ends a team of its own: of one that has gone, no body is read.
      const target = async () =>
        contract.id === "deleteTeam"
          ? path.replace(
              ids.TEAM_NOT_FOUND?.id ?? "",
              (await session.call(createTeam, { body: { name: "Payments" } })).id,
            )
          : path;
      // A re-authentication gives its session a new token, so each request uses a separate session.
      const headers = async () => ({
        ...(contract.renewsSession ? (await aUser()).session : session).headers,
        ...json,
        Host: new URL(sharedBaseUrl()).host,
      });
      // Read completely: the examples name missing rows, and an address that may be taken.
      const taken = [
        ...[200, 201, 204, 404, 409],
        ...(provesSomebodyElse.has(contract.id) ? [400] : []),
        // The token of its example is not an issuer's.
        ...(contract.id === "exchangeToken" ? [401] : []),
      ];
      const padded = (size: number) => Buffer.from((exampleBody(contract) ?? "").padEnd(size, " "));

      expect(taken).toContain(
        (
          await sendBytes(
            headOf(init.method, await target(), { ...(await headers()), "Content-Length": String(bytesMax) }),
            padded(bytesMax),
          )
        ).status,
      );
      expect(taken).toContain(
        (
          await sendBytes(
            headOf(init.method, await target(), { ...(await headers()), "Transfer-Encoding": "chunked" }),
            chunked(padded(bytesMax)),
          )
        ).status,
      );
      // As soon as it is announced, before a byte of it was sent.
      expectRefusal(
        await sendBytes(
          headOf(init.method, await target(), { ...(await headers()), "Content-Length": String(bytesMax + 1) }),
        ),
        413,
        "BODY_TOO_LARGE",
      );
      // Without an announced length, by counting.
      expectRefusal(
        await sendBytes(
          headOf(init.method, await target(), { ...(await headers()), "Transfer-Encoding": "chunked" }),
          chunked(padded(bytesMax + 1)),
        ),
        413,
        "BODY_TOO_LARGE",
      );
    },
  );

  test("a body longer than announced is cut off there: a 400, the connection ends, and nothing is stored", async () => {
    const { key } = await aUserWithKey();
    const connection = connect(sharedBaseUrl());
    connection.write(
      headOf("POST", "/api/categories", { ...key.headers, ...json, "Content-Length": "20" }) +
        JSON.stringify({ name: "longer", keyType: "json" }).padEnd(3 * 1024 * 1024),
    );
    expect((await connection.answer()).status).toBe(400);
    await connection.closed;
    expect(await key.call(listCategories)).toEqual([]);
  });

  test("a body shorter than announced stores nothing", async () => {
    const { key } = await aUserWithKey();
    const connection = connect(sharedBaseUrl());
    connection.write(
      `${headOf("POST", "/api/categories", { ...key.headers, ...json, "Content-Length": "1000" })}{"name":"half","keyType":"json"}`,
    );
    connection.finish();
    expectRefusal(await connection.answer(), 400, "VALIDATION_ERROR");
    await connection.closed;
    expect(await key.call(listCategories)).toEqual([]);
  });

  test("an env file of 1 MiB is stored and returned completely", async () => {
    const { key } = await aUserWithKey();
    const { data: project } = await key.call(createEnvProject, { body: { name: "large" } });
    const content = "A='é'\n".repeat(200_000).slice(0, 800_000).padEnd(900_000, "#");
    const response = await key.fetch(`/api/envs/${project.id}/files`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ fileType: "env", content }),
    });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: { id: string } };
    expect(
      (await key.call(revealEnvFile, { params: { id: project.id, fileId: data.id } })).data.content === content,
    ).toBe(true);
    expect((await key.call(listEnvProjects)).data).toMatchObject([{ fileCount: 1 }]);
  });
});

describe("JSON", () => {
  const nested = (depth: number) => `{"id":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

  test("32 levels are accepted, 33 and 100,000 are refused", async () => {
    const { key } = await aUserWithKey();
    const { id } = await key.call(createCategory, { body: { name: "deep", keyType: "json" } });
    const put = (body: string) => send("PUT", `/api/categories/${id}`, { ...key.headers, ...json }, body);
    expect((await put(nested(32))).status).toBe(200);
    for (const depth of [33, 100_000]) expectRefusal(await put(nested(depth)), 400, "VALIDATION_ERROR");
  });

  const notJson: [name: string, body: Uint8Array][] = [
    ["nothing", Buffer.alloc(0)],
    ["half an object", Buffer.from('{"name":')],
    ["two objects", Buffer.from("{}{}")],
    ["single quotes", Buffer.from("{'name':1}")],
    ["a comment", Buffer.from("{}//")],
    ["NaN", Buffer.from('{"name":NaN}')],
    ["Latin-1", Buffer.from('{"name":"é"}', "latin1")],
    ["overlong UTF-8", Buffer.from([...Buffer.from('{"name":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
    ["a surrogate in UTF-8", Buffer.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
    ["UTF-16", Buffer.from('{"name":"x"}', "utf16le")],
    ["a raw line break in a string", Buffer.from('{"name":"\n"}')],
  ];

  test.for(notJson)("%s is not JSON", async ([, body]) => {
    const { key } = await aUserWithKey();
    expectRefusal(
      await sendBytes(
        headOf("POST", "/api/categories", { ...key.headers, ...json, "Content-Length": String(body.length) }),
        body,
      ),
      400,
      "INVALID_JSON",
    );
  });

  test.for(["[]", "null", "true", "1", '"text"', "[{}]"])("%s is JSON but not an object", async (body) => {
    const { key } = await aUserWithKey();
    expectRefusal(await send("POST", "/api/categories", { ...key.headers, ...json }, body), 400, "VALIDATION_ERROR");
  });

  const uncomparable = [
    '{"name":"\\ud800","keyType":"json"}',
    '{"name":"x\\udc00x","keyType":"json"}',
    '{"name":"x","keyType":"json","\\ud800":1}',
    '{"name":"x","keyType":"json","__proto__":{"name":"y"}}',
    '{"name":"x","keyType":"json","constructor":{"prototype":{"isAdmin":true}}}',
    '{"name":"x","keyType":"json","prototype":1}',
    '{"name":"x","keyType":"json","description":{"__proto__":1}}',
  ];

  test.for(uncomparable)("%s is refused with a message, and nothing is stored", async (body) => {
    const { key } = await aUserWithKey();
    const answer = await send("POST", "/api/categories", { ...key.headers, ...json }, body);
    expectRefusal(answer, 400, "VALIDATION_ERROR");
    expect(JSON.parse(answer.body)).toMatchObject({
      error: expect.stringMatching(/surrogate|must not have a field named|is not a field/),
      details: [{ message: expect.any(String) }],
    });
    expect(await key.call(listCategories)).toEqual([]);
  });

  test("ignored fields are checked too", async () => {
    const { key } = await aUserWithKey();
    const category = await key.call(createCategory, { body: { name: "kept", keyType: "json" } });
    for (const body of ['{"id":"\\ud800"}', '{"id":{"__proto__":1}}'])
      expectRefusal(
        await send("PUT", `/api/categories/${category.id}`, { ...key.headers, ...json }, body),
        400,
        "VALIDATION_ERROR",
      );
    expect(await key.call(getCategory, { params: { id: category.id } })).toEqual(category);
  });
});

describe("content type", () => {
  const wrong: Record<string, string>[] = [
    {},
    { "Content-Type": "" },
    { "Content-Type": "text/plain" },
    { "Content-Type": "text/json" },
    { "Content-Type": "application/x-www-form-urlencoded" },
    { "Content-Type": "multipart/form-data; boundary=x" },
    { "Content-Type": "application/jsonx" },
    { "Content-Type": "application/json-patch+json" },
    { ...json, "Content-Encoding": "br" },
    { ...json, "Content-Encoding": "gzip, identity" },
  ];

  test.for(wrong)("%o is a 415", async (headers) => {
    const { key } = await aUserWithKey();
    expectRefusal(
      await send("POST", "/api/categories", { ...key.headers, ...headers }, '{"name":"x","keyType":"json"}'),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    );
    expect(await key.call(listCategories)).toEqual([]);
  });

  test("a compressed body is a 415, even one that would expand a thousandfold", async () => {
    const { key } = await aUserWithKey();
    const body = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "));
    expectRefusal(
      await sendBytes(
        headOf("POST", "/api/categories", {
          ...key.headers,
          ...json,
          "Content-Encoding": "gzip",
          "Content-Length": String(body.length),
        }),
        body,
      ),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  test.for([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON;charset=UTF-8",
    "application/json ; x=y",
  ])("%s is accepted", async (contentType) => {
    const { key } = await aUserWithKey();
    expect(
      (
        await send(
          "POST",
          "/api/categories",
          { ...key.headers, "Content-Type": contentType, "Content-Encoding": "identity" },
          '{"name":"x","keyType":"json"}',
        )
      ).status,
    ).toBe(201);
  });
});
