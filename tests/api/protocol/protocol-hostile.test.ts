import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { actsInVault, type ContractSpec } from "@/lib/contracts/contract";
import { aUserWithKey, sharedBaseUrl } from "../../support/callers/actors";
import { allBelongingsOf } from "../../support/rows/belongings";
import { operation } from "../../support/http/operations";
import { connect, exchange, requestBytes } from "../../support/http/raw-http";
import { expectRefusal } from "../../support/http/refusal";

describe("invalid HTTP", () => {
  const broken: [name: string, bytes: string][] = [
    ["garbage", "garbage\r\n\r\n"],
    ["a method of its own", "FROBNICATE /api/categories HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n\r\n"],
    ["a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["HTTP/2 in clear", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a space in the target", "GET /api/categories /x HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a header without a colon", "GET /api/categories HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n"],
    ["a control character in a header", "GET /api/categories HTTP/1.1\r\nHost: localhost\r\nX-A: \x01\r\n\r\n"],
    ["a space before the colon", "GET /api/categories HTTP/1.1\r\nHost: localhost\r\nX-A : b\r\n\r\n"],
    [
      "two lengths",
      "POST /api/categories HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    ],
    [
      "a length and chunks",
      "POST /api/categories HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a negative length", "POST /api/categories HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"],
    [
      "an unknown transfer coding",
      "POST /api/categories HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
    ],
    [
      "chunks that are none",
      "POST /api/auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    ],
    ["no host", "GET /api/categories HTTP/1.1\r\n\r\n"],
    ["two hosts", "GET /api/categories HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.example\r\n\r\n"],
    [
      "the same host twice, at an open endpoint",
      "POST /api/auth/passkey/options HTTP/1.1\r\nHost: localhost\r\nhOST: localhost\r\n\r\n",
    ],
    ["an empty host", "GET /api/categories HTTP/1.1\r\nHost:\r\n\r\n"],
    ["a host that is none", "GET /api/auth/csrf HTTP/1.1\r\nHost: [\r\n\r\n"],
    ["a host with a space", "GET /api/auth/csrf HTTP/1.1\r\nHost: a b\r\n\r\n"],
    ["a host with a path", "GET /api/auth/csrf HTTP/1.1\r\nHost: a/b\r\n\r\n"],
    ["a host with a user", "GET /api/auth/csrf HTTP/1.1\r\nHost: a@b\r\n\r\n"],
    ["an absolute target without a host", "GET http://[::/api/categories HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ];

  test.for(broken)("%s is a 400 in the API's format", async ([, bytes]) => {
    expectRefusal(await exchange(sharedBaseUrl(), Buffer.from(bytes, "latin1")), 400, "VALIDATION_ERROR");
  });

  test("a body that becomes invalid after its request was answered gets no second response", async () => {
    for (const request of ["POST /api/nowhere", "HEAD /api/import", "OPTIONS /api/categories"]) {
      const connection = connect(sharedBaseUrl());
      connection.write(`${request} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
      expect([204, 404, 405]).toContain((await connection.answer({ bodiless: request.startsWith("HEAD") })).status);
      connection.write("zz\r\n");
      await connection.closed;
      await expect(connection.answer()).rejects.toThrow("ended after 0 bytes");
    }
  });

  test("invalid data after a pending request is answered after it", async () => {
    const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: "not-a-real-password" });
    const connection = connect(sharedBaseUrl());
    connection.write(
      `${requestBytes("POST", "/api/auth/register", { "Content-Type": "application/json" }, body)}garbage\r\n\r\n`,
    );
    expect([(await connection.answer()).status, (await connection.answer()).status]).toEqual([201, 400]);
    await connection.closed;
  });

  test("headers or a target beyond 16 KiB are a 431 in the API's format, and the connection ends", async () => {
    const large = "a".repeat(17 * 1024);
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`X-Header-${index}`, "a".repeat(40)]));
    for (const bytes of [
      requestBytes("GET", "/api/categories", { "X-Large": large }),
      requestBytes("GET", `/api/envs?search=${large}`),
      requestBytes("GET", "/api/categories", many),
      requestBytes("GET", "/api/categories", { Cookie: large }),
    ]) {
      const connection = connect(sharedBaseUrl());
      connection.write(bytes);
      const answer = await connection.answer();
      expectRefusal(answer, 431, "VALIDATION_ERROR");
      await connection.closed;
    }
  });

  test("headers just below 16 KiB are accepted", async () => {
    const { key } = await aUserWithKey();
    expect(
      (
        await exchange(
          sharedBaseUrl(),
          requestBytes("GET", "/api/categories", { ...key.headers, "X-Large": "a".repeat(15 * 1024) }),
        )
      ).status,
    ).toBe(200);
  });

  test("host names, addresses and ports of any kind are understood; over loopback, only this machine's are accepted", async () => {
    const { key } = await aUserWithKey();
    const answered = ["localhost", "LOCALHOST:8443", "127.0.0.1:1", "127.1.2.3", "[::1]:3000"];
    for (const host of [
      ...answered,
      "vault.example:8443",
      "xn--bcher-kva.example",
      "a_b.internal",
      "localhost.vault.example",
      "127.0.0.1.vault.example",
      "192.0.2.1",
    ]) {
      const { status, body } = await exchange(
        sharedBaseUrl(),
        requestBytes("GET", "/api/categories", { ...key.headers, Host: host }),
      );
      expect({ host, status, body }).toEqual({
        host,
        ...(answered.includes(host)
          ? { status: 200, body: "[]" }
          : { status: 421, body: expect.stringMatching(/HOST_UNKNOWN/) as string }),
      });
    }
  });

  test("requests in one packet are answered in order", async () => {
    const { key } = await aUserWithKey();
    const connection = connect(sharedBaseUrl());
    connection.write(
      ["/api/categories", "/api/nowhere", "/healthz", "/api/stats"]
        .map((target) => requestBytes("GET", target, key.headers))
        .join(""),
    );
    const answers = [
      await connection.answer(),
      await connection.answer(),
      await connection.answer(),
      await connection.answer(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    connection.destroy();
  });
});

describe("pages", () => {
  const requests: [method: string, target: string, headers: Record<string, string>, status: number][] = [
    ["POST", "/login", { "Next-Action": "0123456789abcdef" }, 405],
    ["PUT", "/", {}, 405],
    ["TRACE", "/login", {}, 405],
    ["OPTIONS", "*", {}, 405],
    ["GET", "/%ff", {}, 400],
    ["GET", "/login?x=%ff", {}, 400],
  ];

  test.for(requests)("%s %s (%o) is a %i, never a server error", async ([method, target, headers, status]) => {
    expect((await exchange(sharedBaseUrl(), requestBytes(method, target, headers))).status).toBe(status);
  });

  test("a page that requires a sign-in redirects a stranger, whatever the request claims about itself", async () => {
    const disguises: Record<string, string>[] = [
      {},
      { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
      { RSC: "1" },
      { "x-invoke-path": "/login" },
    ];
    for (const headers of disguises) {
      const answer = await exchange(sharedBaseUrl(), requestBytes("GET", "/access-keys", headers));
      expect([answer.status, answer.header("location")]).toEqual([
        307,
        expect.stringMatching(/^\/login\?from=%2Faccess-keys/),
      ]);
    }
  });
});

describe("any JSON body", () => {
  const withBody = contracts.filter(({ body }) => body !== undefined);
  const runsEach = Math.ceil(300 / withBody.length);

  /** Strings that have broken parsers, validators, dates, SQL and logs. */
  const nasty = [
    "",
    " ",
    "\0",
    "a\0b",
    "\u202e",
    "\ufeff",
    "'; DROP TABLE User; --",
    "%00",
    "${7*7}",
    "../../etc/passwd",
    "1e999",
    "𝕏".repeat(201),
    "é".repeat(200),
    "svc_",
    "null",
    "__proto__",
    "otpauth://totp/x",
    "otpauth://totp/%ff?secret=A",
    "2027-13-45",
    "2027-01-31T25:00:00Z",
    "9999999-01-01T00:00:00Z",
    "+275760-09-13T00:00:00Z",
    "-1",
  ];
  const anything = fc.oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, [], {}),
  );

  /** Sends bodies to one operation on existing resources, with permission. Every response must be one of the API. */
  async function aTarget(contract: ContractSpec): Promise<(body: unknown) => Promise<void>> {
    const { session, key } = await aUserWithKey();
    // What concerns the account alone looks at none of these.
    const looksAtThem = contract.notFound !== undefined || actsInVault(contract);
    const ids = looksAtThem ? (await allBelongingsOf(session, "hostile")).ids : {};
    return async (body) => {
      const { path, init } = operation(contract, {
        ids: contract.notFound && ids[contract.notFound],
        body: JSON.stringify(body),
      });
      const response = await (contract.access === "session" ? session : key).fetch(path, init);
      const text = await response.text();
      expect({ body, fault: response.status >= 500 }).toEqual({ body, fault: false });
      expect(response.headers.get("cache-control")).toBe("no-store");
      if (response.status >= 400)
        expect(JSON.parse(text)).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    };
  }
  const exampleOf = ({ body }: ContractSpec): Record<string, unknown> => ({ ...Object(body?.meta()?.example) });
  const fieldsOf = ({ body }: ContractSpec): string[] => Object.keys(body?.shape ?? {});

  test.for(withBody)(
    "sent to $id with a hostile string in one field gets a response of the API, never a 5xx",
    async (contract) => {
      const send = await aTarget(contract);
      for (const field of fieldsOf(contract)) {
        const bodies = nasty.map((text) => ({ ...exampleOf(contract), [field]: text }));
        // The vault takes its time for a token whose issuer it can't reach.
        if (contract.id === "exchangeToken") await Promise.all(bodies.map(send));
        else for (const body of bodies) await send(body);
      }
    },
  );

  test.for(withBody)("sent to $id gets a response of the API, never a 5xx", async (contract) => {
    const send = await aTarget(contract);
    // The valid example with some fields replaced reaches deeper than random data does.
    const mutated = fc
      .dictionary(fc.constantFrom(...fieldsOf(contract), "unheard"), anything, { maxKeys: 3 })
      .map((changes) => ({ ...exampleOf(contract), ...changes }));
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: mutated }, { weight: 1, arbitrary: fc.jsonValue() }), send),
      { numRuns: runsEach },
    );
  });
});
