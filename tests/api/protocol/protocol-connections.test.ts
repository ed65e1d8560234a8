import { describe, expect, test } from "vitest";
import { anonymous, aUserWithKey, sharedBaseUrl } from "../../support/callers/actors";
import { connect, exchange, requestBytes } from "../../support/http/raw-http";
import { expectRefusal } from "../../support/http/refusal";

const json = { "Content-Type": "application/json" };
const KiB = 1024;
const sizes = [2 * KiB, 100 * KiB, 1_300 * KiB, 12 * KiB * KiB];

/** A request whose body is `size` spaces, with any indication of its length. */
function* partsOf(
  method: string,
  target: string,
  headers: Record<string, string>,
  size: number,
  framing: "chunked" | "counted",
): Generator<string> {
  const told: Record<string, string> =
    framing === "chunked" ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(size) };
  yield requestBytes(method, target, { ...headers, ...told });
  for (let left = size; left > 0; left -= 64 * KiB) {
    const part = " ".repeat(Math.min(left, 64 * KiB));
    yield framing === "chunked" ? `${part.length.toString(16)}\r\n${part}\r\n` : part;
  }
  if (framing === "chunked") yield "0\r\n\r\n";
}

describe("a request that is answered before its body has been read", () => {
  const early: [what: string, method: string, target: string, headers: Record<string, string>][] = [
    ["without credentials", "POST", "/api/categories", json],
    ["too large for everybody", "POST", "/api/auth/register", json],
    ["too large for who may send", "POST", "/api/categories", { ...json, key: "all" }],
    ["without the scope", "POST", "/api/categories", { ...json, key: "none" }],
    ["of another type", "POST", "/api/categories", { "Content-Type": "text/plain", key: "all" }],
    ["from another site", "POST", "/api/auth/register", { ...json, "Sec-Fetch-Site": "cross-site" }],
    ["to nowhere", "POST", "/api/nowhere", json],
    ["by a method that is none", "PATCH", "/api/categories", json],
    ["with a body that nobody asked for", "GET", "/api/openapi", {}],
    ["for a process's health", "GET", "/healthz", {}],
    ["for a page", "GET", "/login", {}],
    ["by POST to a page", "POST", "/login", {}],
    ["to NextAuth", "POST", "/api/auth/callback/credentials", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["for what NextAuth answers", "GET", "/api/auth/csrf", {}],
    ["with a Host that is none", "POST", "/api/categories", { Host: "a/b" }],
    ["that asks for another protocol", "GET", "/healthz", { Connection: "upgrade", Upgrade: "h2c" }],
  ];

  test.for(early)(
    "leaves no half-read connection behind (%s)",
    async ([, method, target, { key: wanted, ...headers }]) => {
      const { key } = await aUserWithKey({ scopes: wanted === "none" ? ["stats:read"] : undefined });
      for (const framing of ["chunked", "counted"] as const) {
        for (const size of sizes) {
          const connection = connect(sharedBaseUrl());
          for (const part of partsOf(
            method,
            target,
            { ...(wanted === undefined ? {} : key.headers), ...headers },
            size,
            framing,
          ))
            connection.write(part);
          const { status, header } = await connection.answer();
          if (header("connection") === "close")
            expect({ framing, size, status, ended: await connection.closed }).toEqual({
              framing,
              size,
              status,
              ended: null,
            });
          else {
            connection.write(requestBytes("GET", "/healthz"));
            expect({ framing, size, next: (await connection.answer()).status }).toEqual({ framing, size, next: 200 });
          }
          connection.destroy();
        }
      }
    },
  );

  test("keeps its connection if little is still to come, and is not read forever if more is", async () => {
    const kept = connect(sharedBaseUrl());
    kept.write(requestBytes("POST", "/api/categories", { ...json, "Content-Length": String(KiB * KiB) }));
    expect((await kept.answer()).header("connection")).toBe("keep-alive");
    kept.destroy();
    const flood = connect(sharedBaseUrl(), { staysOpen: true });
    flood.write(requestBytes("POST", "/api/categories", { ...json, "Content-Length": String(1024 * KiB * KiB) }));
    expectRefusal(await flood.answer(), 401, "AUTH_REQUIRED");
    // 64 times the most that is read: the connection is closed before all of it.
    const part = Buffer.alloc(KiB * KiB);
    for (let sent = 0; sent < 1024; sent += 1) {
      if (!(await flood.drained(part))) break;
      expect(sent).toBeLessThan(1_000);
    }
    expect(await flood.closed).toMatch(/ECONNRESET|EPIPE/);
  });
});

describe("a connection", () => {
  test("that asks for a tunnel is refused one, and its reset harms nobody", async () => {
    for (let round = 0; round < 20; round += 1) {
      const connection = connect(sharedBaseUrl());
      await connection.drained(Buffer.from("CONNECT vault.example:443 HTTP/1.1\r\nHost: vault.example\r\n\r\n"));
      if (round % 4 === 0) expectRefusal(await connection.answer(), 405, "METHOD_NOT_ALLOWED");
      connection.reset();
      await connection.closed;
      expect((await anonymous().fetch("/healthz")).status).toBe(200);
    }
  });

  const behind: [what: string, status: number, bytes: string][] = [
    ["a tunnel", 405, "CONNECT vault.example:443 HTTP/1.1\r\nHost: vault.example\r\n\r\nbytes of the tunnel"],
    [
      "a body whose chunks are none",
      400,
      "POST /api/categories HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    ],
    ["what is no HTTP", 400, "garbage\r\n\r\n"],
    ["a head that is too large", 431, `GET / HTTP/1.1\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`],
  ];

  test.for(behind)("reports %s after the responses to the earlier requests, in order", async ([, status, bytes]) => {
    // Its response takes a while, since the password is hashed.
    const registration = requestBytes(
      "POST",
      "/api/auth/register",
      json,
      JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: "not-a-real-password" }),
    );
    const connection = connect(sharedBaseUrl());
    connection.write(registration + requestBytes("GET", "/api/nowhere") + bytes);
    expect([
      (await connection.answer()).status,
      (await connection.answer()).status,
      (await connection.answer()).status,
      await connection.closed,
    ]).toEqual([201, 404, status, null]);
  });

  test("with more requests in one packet than are handled at once gets every response, in order", async () => {
    const targets = Array.from({ length: 1_700 }, (_, index) =>
      index % 100 === 0 ? "/api/openapi" : index % 2 === 0 ? "/healthz" : `/api/nowhere`,
    );
    const connection = connect(sharedBaseUrl());
    connection.write(targets.map((target) => requestBytes("GET", target)).join(""));
    for (const target of targets)
      expect((await connection.answer()).status).toBe(target === "/api/nowhere" ? 404 : 200);
    connection.write(requestBytes("GET", "/healthz"));
    expect((await connection.answer()).status).toBe(200);
    connection.destroy();
  });

  test("is closed with its many requests if more wait on all connections than the vault allows", async () => {
    const connections = Array.from({ length: 8 }, () => connect(sharedBaseUrl(), { readsLater: true }));
    for (const connection of connections)
      await connection.drained(Buffer.from(requestBytes("GET", "/api/openapi").repeat(900)));
    expect((await anonymous().fetch("/healthz")).status).toBe(200);
    // The requests of two connections may wait; a third may be admitted while they are answered.
    for (const connection of connections.slice(3)) {
      connection.read();
      let answers = 0;
      await connection.closed;
      for (let isThere = true; isThere; answers += 1)
        isThere = await connection.answer().then(
          () => true,
          () => false,
        );
      expect(answers).toBeLessThan(100);
    }
    for (const connection of connections) connection.destroy();
  });

  test("that asks for another protocol ends after the response, since data that came with it is lost", async () => {
    for (const target of ["/healthz", "/login", "/api/stats"]) {
      const connection = connect(sharedBaseUrl());
      connection.write(
        requestBytes("GET", target, { Connection: "upgrade", Upgrade: "websocket" }) + requestBytes("GET", "/healthz"),
      );
      expect((await connection.answer()).header("connection")).toBe("close");
      expect(await connection.closed).toBeNull();
    }
  });
});

describe("a request's head", () => {
  const lines = (count: number) => "W:\r\n".repeat(count);

  test("may have 2,000 lines: none is dropped, in particular not the last ones, which a proxy adds", async () => {
    const { key } = await aUserWithKey();
    const head = (count: number) =>
      `GET /api/categories HTTP/1.1\r\n${lines(count)}Host: localhost\r\nAuthorization: ${key.headers.Authorization}\r\n\r\n`;
    expect((await exchange(sharedBaseUrl(), head(1_998))).status).toBe(200);
    expectRefusal(await exchange(sharedBaseUrl(), head(1_999)), 400, "VALIDATION_ERROR");
    expectRefusal(await exchange(sharedBaseUrl(), head(3_900)), 400, "VALIDATION_ERROR");
  });

  const guessed: [what: string, bytes: string][] = [
    [
      "HTTP/1.0 with chunks",
      "POST /api/auth/register HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["an empty transfer coding", "POST /api/auth/register HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:\r\n\r\n"],
    ["another version", "GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n"],
  ];

  test.for(guessed)("with %s is a 400 and ends the connection, since its end is uncertain", async ([, bytes]) => {
    const connection = connect(sharedBaseUrl());
    connection.write(bytes);
    const answer = await connection.answer();
    expectRefusal(answer, 400, "VALIDATION_ERROR");
    expect([answer.header("connection"), await connection.closed]).toEqual(["close", null]);
  });
});
