import { describe, expect, test } from "vitest";
import { listCategories } from "@/lib/contracts/vault/categories";
import { anonymous, aUserWithKey, sharedBaseUrl } from "../../support/callers/actors";
import { connect, type RawConnection, requestBytes } from "../../support/http/raw-http";
import { expectRefusal } from "../../support/http/refusal";

const json = { "Content-Type": "application/json" };
const body = JSON.stringify({ name: "uploaded", keyType: "json" });

function upload(headers: Record<string, string>, target = "/api/categories"): RawConnection {
  const connection = connect(sharedBaseUrl());
  connection.write(requestBytes("POST", target, headers));
  return connection;
}

describe("a slow body", () => {
  test("a caller without credentials gets 401 before a byte of a huge body has arrived", async () => {
    const announcements: Record<string, string>[] = [
      { "Content-Length": String(10 * 1024 ** 3) },
      { "Transfer-Encoding": "chunked" },
    ];
    for (const length of announcements) {
      const connection = upload({ ...json, ...length });
      expectRefusal(await connection.answer(), 401, "AUTH_REQUIRED");
      connection.destroy();
    }
  });

  test("a key without the scope gets 403, and an unknown path 404, before a byte has arrived", async () => {
    const { key } = await aUserWithKey({ scopes: ["stats:read"] });
    for (const [target, status, code] of [
      ["/api/categories", 403, "AUTH_SCOPE_REQUIRED"],
      ["/api/nowhere", 404, "NOT_FOUND"],
    ] as const) {
      const connection = upload({ ...key.headers, ...json, "Content-Length": "1000000" }, target);
      expectRefusal(await connection.answer(), status, code);
      connection.destroy();
    }
  });

  test("a client that first sends its whole refused body still gets the response", async () => {
    const response = await anonymous().fetch("/api/categories", {
      method: "POST",
      headers: json,
      body: " ".repeat(8 * 1024 * 1024),
    });
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ code: "AUTH_REQUIRED" })]);
  });

  test("a body that arrives byte by byte is read completely", async () => {
    const { key } = await aUserWithKey();
    const connection = upload({ ...key.headers, ...json, "Transfer-Encoding": "chunked" });
    for (const byte of body) connection.write(`1\r\n${byte}\r\n`);
    connection.write("0\r\n\r\n");
    expect((await connection.answer()).status).toBe(201);
    connection.destroy();
  });

  test("bodies that arrive with their requests, several in one write, are each read to their own end", async () => {
    const { key } = await aUserWithKey();
    const creating = (name: string) =>
      requestBytes("POST", "/api/categories", { ...key.headers, ...json }, JSON.stringify({ name, keyType: "json" }));
    const connection = connect(sharedBaseUrl());
    connection.write(["one", "two", "three"].map(creating).join(""));
    for (const name of ["one", "two", "three"]) {
      const answer = await connection.answer();
      expect([answer.status, (JSON.parse(answer.body) as { name: string }).name]).toEqual([201, name]);
    }
    connection.write(creating("four").slice(0, -3));
    // Long enough for its first part to have arrived.
    expect(await key.call(listCategories)).toHaveLength(3);
    connection.write(creating("four").slice(-3));
    expect((await connection.answer()).status).toBe(201);
    connection.destroy();
  });

  test("the next request on the connection is answered after a refused body was sent completely", async () => {
    const { key } = await aUserWithKey();
    const connection = upload({ ...key.headers, "Content-Type": "text/plain", "Content-Length": "5" });
    connection.write("hello");
    expectRefusal(await connection.answer(), 415, "UNSUPPORTED_MEDIA_TYPE");
    connection.write(requestBytes("GET", "/api/categories", key.headers));
    expect((await connection.answer()).body).toBe("[]");
    connection.destroy();
  });
});

describe("Expect: 100-continue", () => {
  const expects = { ...json, Expect: "100-continue", "Content-Length": String(body.length) };

  test("a client that may send is told to go on, and then answered", async () => {
    const { key } = await aUserWithKey();
    const connection = upload({ ...key.headers, ...expects });
    expect((await connection.answer()).status).toBe(100);
    connection.write(body);
    expect((await connection.answer()).status).toBe(201);
    connection.destroy();
  });

  test("a refused client is never told to go on; the connection then ends, since a body may or may not follow", async () => {
    const { key } = await aUserWithKey({ scopes: ["stats:read"] });
    const { key: allowed } = await aUserWithKey();
    const refusals = [
      [{ ...expects }, 401, "AUTH_REQUIRED"],
      [{ ...expects, ...key.headers }, 403, "AUTH_SCOPE_REQUIRED"],
      [{ ...expects, ...allowed.headers, "Content-Type": "text/plain" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
      [{ ...expects, ...allowed.headers, "Content-Length": String(2 * 1024 * 1024) }, 413, "BODY_TOO_LARGE"],
    ] as const;
    for (const [headers, status, code] of refusals) {
      const connection = upload(headers);
      const answer = await connection.answer();
      expectRefusal(answer, status, code);
      expect(answer.header("connection")).toBe("close");
      await connection.closed;
    }
    expect(await allowed.call(listCategories)).toEqual([]);
  });

  test("an HTTP/1.0 client gets no 100, which it would take for its response", async () => {
    const { key } = await aUserWithKey();
    const connection = connect(sharedBaseUrl());
    connection.write(
      requestBytes("POST", "/api/categories", { ...key.headers, ...expects }).replace("HTTP/1.1", "HTTP/1.0") + body,
    );
    expect((await connection.answer()).status).toBe(201);
    connection.destroy();
  });

  test("another expectation is ignored", async () => {
    const { key } = await aUserWithKey();
    const connection = upload({ ...key.headers, ...expects, Expect: "a-miracle" });
    connection.write(body);
    expect((await connection.answer()).status).toBe(201);
    connection.destroy();
  });
});
