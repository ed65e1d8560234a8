import { describe, expect, test } from "vitest";
import { aUser, sharedBaseUrl } from "../../support/callers/actors";
import { exchange, type RawAnswer, requestBytes } from "../../support/http/raw-http";
import { expectRefusal } from "../../support/http/refusal";

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const host = () => new URL(sharedBaseUrl()).host;
const send = (method: string, target: string, headers: Record<string, string> = {}, body = "") =>
  exchange(sharedBaseUrl(), requestBytes(method, `/api/auth/${target}`, { Host: host(), ...headers }, body));

/** A CSRF token and its cookie. */
async function csrf(): Promise<{ token: string; cookie: string }> {
  const answer = await send("GET", "csrf");
  const { csrfToken } = JSON.parse(answer.body) as { csrfToken: string };
  return { token: csrfToken, cookie: /^set-cookie: (next-auth\.csrf-token=[^;]+)/im.exec(answer.head)?.[1] ?? "" };
}

/** NextAuth has its own protocol. This checks what applies to all of it. */
function expectBounds(answer: RawAnswer): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.header("cache-control")).toBe("no-store");
  const location = answer.header("location") ?? (/"url":"([^"]+)"/.exec(answer.body)?.[1] || "/");
  expect(new URL(location, `http://${host()}`).host).toBe(host());
}

describe("sign-in paths", () => {
  const paths: [path: string, allow: string[]][] = [
    ["csrf", ["GET", "HEAD"]],
    ["providers", ["GET", "HEAD"]],
    ["session", ["GET", "HEAD"]],
    ["signin", ["GET", "HEAD", "POST"]],
    ["callback/credentials", ["POST"]],
    ["signout", ["POST"]],
  ];

  test.for(paths)("%s refuses other methods with a 405 that lists its own", async ([path, allow]) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS"].filter(
      (name) => !allow.includes(name),
    )) {
      const answer = await send(method, path);
      expectRefusal(answer, 405, "METHOD_NOT_ALLOWED");
      expect(answer.header("allow")?.split(", ")).toEqual(allow);
    }
  });

  test.for(["csrf", "providers", "session"])("HEAD %s is GET without its body", async (path) => {
    const [get, head] = [await send("GET", path), await send("HEAD", path)];
    expect([head.status, head.header("content-type"), head.header("cache-control"), head.body]).toEqual([
      200,
      get.header("content-type"),
      "no-store",
      "",
    ]);
  });

  test.for(["signin/nobody", "callback/nobody", "callback", "verify-request", "_log", "csrf/x", "session/"])(
    "%s, which no sign-in here uses, is a JSON 404",
    async (path) => {
      for (const method of ["GET", "POST"]) expectRefusal(await send(method, path), 404, "NOT_FOUND");
    },
  );
});

describe("forms", () => {
  test("a form over 16 KiB is a 413 as soon as it is announced; one without a length is refused", async () => {
    for (const path of ["callback/credentials", "signin", "signout"]) {
      expectRefusal(
        await send("POST", path, { ...form, "Content-Length": String(16 * 1024 + 1) }),
        413,
        "BODY_TOO_LARGE",
      );
      expectRefusal(await send("POST", path, { ...form, "Transfer-Encoding": "chunked" }), 400, "VALIDATION_ERROR");
    }
  });

  test("a form of 16 KiB is accepted", async () => {
    const { token, cookie } = await csrf();
    const body = `csrfToken=${token}&json=true&email=a&password=`;
    const answer = await send("POST", "callback/credentials", { ...form, Cookie: cookie }, body.padEnd(16 * 1024, "x"));
    expect([answer.status, answer.body]).toEqual([401, expect.stringContaining("CredentialsSignin")]);
  });

  test.for(["application/json", "text/plain", "multipart/form-data; boundary=x"])(
    "a body of type %s is a 415",
    async (contentType) => {
      const { token, cookie } = await csrf();
      for (const body of ["{", JSON.stringify({ csrfToken: token, email: { a: 1 }, password: [1], callbackUrl: 5 })]) {
        for (const path of ["callback/credentials", "signin", "signout"])
          expectRefusal(
            await send("POST", path, { "Content-Type": contentType, Cookie: cookie }, body),
            415,
            "UNSUPPORTED_MEDIA_TYPE",
          );
      }
    },
  );

  const fields = [
    "",
    "&email=a&email=b&password=x",
    "&email[]=a&password[x]=1",
    "&email=%00&password=%ff",
    "&email=%F0%9F&password=x",
    "&redirect=false&callbackUrl=",
    "&callbackUrl=http://[",
    "&callbackUrl=//elsewhere.example",
    "&callbackUrl=https://elsewhere.example/",
    "&callbackUrl=javascript:alert(1)",
    "&callbackUrl=%5C%5Celsewhere.example",
    "&__proto__=x&constructor=x",
  ];

  test.for(fields)("a form with %s never causes a server error, nor leads to another site", async (field) => {
    const { token, cookie } = await csrf();
    for (const path of ["callback/credentials", "signin", "signin/credentials", "signout"]) {
      for (const json of ["", "&json=true"]) {
        expectBounds(await send("POST", path, { ...form, Cookie: cookie }, `csrfToken=${token}${field}${json}`));
        expectBounds(await send("POST", path, form, `csrfToken=wrong${field}${json}`));
      }
    }
  });
});

describe("return addresses and cookies", () => {
  test.for(["http://[", "javascript:alert(1)", "elsewhere.example", "%"])(
    "%s as a return address is a 400, in the query and in the cookie",
    async (address) => {
      for (const path of ["session", "csrf", "providers", "signin"]) {
        expectRefusal(await send("GET", `${path}?callbackUrl=${encodeURIComponent(address)}`), 400, "VALIDATION_ERROR");
        expectRefusal(
          await send("GET", path, { Cookie: `next-auth.callback-url=${encodeURIComponent(address)}` }),
          400,
          "VALIDATION_ERROR",
        );
      }
    },
  );

  test("another site as a return address leads back to this one", async () => {
    for (const address of [
      "https://elsewhere.example/",
      "//elsewhere.example",
      "/\\elsewhere.example",
      "http://localhost.elsewhere.example",
    ]) {
      for (const path of ["signin", "error", "session"]) {
        const answer = await send("GET", `${path}?callbackUrl=${encodeURIComponent(address)}`);
        expectBounds(answer);
        expect(decodeURIComponent(answer.head)).not.toContain("elsewhere.example");
      }
    }
  });

  test("invalid cookies are ignored", async () => {
    for (const cookie of [
      "next-auth.session-token=%ff",
      "next-auth.csrf-token=%E0%A4%A",
      "next-auth.callback-url=%E0%A4%A",
      "next-auth.csrf-token=|",
      "a",
      "=;=;;",
      `next-auth.session-token=${"a".repeat(10_000)}`,
      "next-auth.session-token.0=a; next-auth.session-token.1=b",
    ]) {
      const answer = await send("GET", "session", { Cookie: cookie });
      expect({ cookie, status: answer.status, body: answer.body }).toEqual({ cookie, status: 200, body: "{}" });
    }
  });

  test("the session reply names its user and nothing secret", async () => {
    const user = await aUser();
    const answer = await send("GET", "session", user.session.headers);
    expect(JSON.parse(answer.body)).toEqual({
      user: { id: user.id, email: user.email, name: null },
      expires: expect.any(String),
      idleExpires: expect.any(String),
    });
  });
});
