import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { callMsMax, discover } from "@/lib/identity/oidc/discovery";

/** A provider with the metadata that a test gives it, and the requests that it received. */
let server: Server;
let issuer: string;
let answer: { status: number; headers?: Record<string, string>; body: string };
const asked: { url: string | undefined; accept: string | undefined }[] = [];
const metadata = (more: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  ...more,
});
const says = (body: unknown, status = 200) =>
  void (answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) });

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    asked.push({ url: incoming.url, accept: incoming.headers.accept });
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));
beforeEach(() => void asked.splice(0));

const failing = (code: string) => expect.objectContaining({ name: "OidcFailure", code });

describe("a provider's metadata", () => {
  test("is read at its well-known path, and only the parts that a sign-in uses are kept", async () => {
    const more = {
      userinfo_endpoint: `${issuer}/me`,
      token_endpoint_auth_methods_supported: ["client_secret_post"],
      id_token_signing_alg_values_supported: ["RS256"],
      authorization_response_iss_parameter_supported: true,
    };
    says(metadata({ ...more, registration_endpoint: `${issuer}/register` }));
    expect(await discover(issuer)).toEqual(metadata(more));
    expect(asked).toEqual([{ url: "/.well-known/openid-configuration", accept: "application/json" }]);
    says(metadata());
    expect(await discover(issuer)).toEqual(metadata());
  });

  test("is requested at one address, with or without a slash at the end of the issuer; the issuer's spelling must be ours", async () => {
    says(metadata());
    await expect(discover(`${issuer}/`)).rejects.toEqual(failing("OIDC_WRONG_ISSUER"));
    says(metadata({ issuer: `${issuer}/` }));
    expect((await discover(`${issuer}/`)).issuer).toBe(`${issuer}/`);
    expect(asked.map(({ url }) => url)).toEqual([
      "/.well-known/openid-configuration",
      "/.well-known/openid-configuration",
    ]);
  });

  test("in another issuer's name is refused", async () => {
    for (const other of [
      "https://elsewhere.example",
      `${issuer}/`,
      `${issuer}/x`,
      `${issuer}//`,
      issuer.replace("http:", "https:"),
    ]) {
      says(metadata({ issuer: other }));
      await expect(discover(issuer)).rejects.toEqual(failing("OIDC_WRONG_ISSUER"));
    }
  });

  test.each([
    ["no JSON", "<!doctype html>"],
    ["nothing", ""],
    ["another JSON", "[]"],
    [
      "no endpoint for codes",
      JSON.stringify({ issuer: "x", authorization_endpoint: "https://x.example/a", jwks_uri: "https://x.example/k" }),
    ],
    [
      "an endpoint that is no address",
      JSON.stringify({
        issuer: "x",
        authorization_endpoint: "/a",
        token_endpoint: "https://x.example/t",
        jwks_uri: "https://x.example/k",
      }),
    ],
  ])("as %s points to a wrong setting", async (_, body) => {
    says(body);
    await expect(discover(issuer)).rejects.toEqual(failing("OIDC_MISCONFIGURED"));
  });

  test.each([
    [404, "OIDC_MISCONFIGURED"],
    [499, "OIDC_MISCONFIGURED"],
    [500, "OIDC_UNREACHABLE"],
    [503, "OIDC_UNREACHABLE"],
  ])("with status %i is %s, whatever the response contains", async (status, code) => {
    says(metadata(), status);
    await expect(discover(issuer)).rejects.toEqual(failing(code));
  });

  test("is read up to 1 MiB", async () => {
    const padded = (size: number) => JSON.stringify(metadata()).padEnd(size, " ");
    says(padded(1024 * 1024));
    expect(await discover(issuer)).toEqual(metadata());
    says(padded(1024 * 1024 + 1));
    await expect(discover(issuer)).rejects.toEqual(failing("OIDC_MISCONFIGURED"));
  });

  test("is not followed through a redirect", async () => {
    answer = { status: 302, headers: { Location: "/elsewhere" }, body: "" };
    await expect(discover(issuer)).rejects.toEqual(failing("OIDC_MISCONFIGURED"));
    expect(asked).toHaveLength(1);
  });

  test("is null if nobody answers, and the reason is kept", async () => {
    const failure = discover("http://127.0.0.1:1");
    await expect(failure).rejects.toEqual(failing("OIDC_UNREACHABLE"));
    await expect(failure).rejects.toMatchObject({ cause: expect.any(TypeError) as Error });
    says("{");
    await expect(discover(issuer)).rejects.toMatchObject({ cause: expect.any(SyntaxError) as Error });
  });
});

describe("an issuer behind TLS", () => {
  const secure = "https://login.example.com";
  const named = {
    issuer: secure,
    authorization_endpoint: `${secure}/auth`,
    token_endpoint: `${secure}/token`,
    jwks_uri: `${secure}/jwks`,
  };
  async function discovering(told: object) {
    const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(told));
    try {
      return await discover(secure);
    } finally {
      expect(fetching.mock.calls).toEqual([
        [
          `${secure}/.well-known/openid-configuration`,
          {
            cache: "no-store",
            redirect: "manual",
            headers: { Accept: "application/json" },
            signal: expect.any(AbortSignal) as AbortSignal,
          },
        ],
      ]);
      fetching.mockRestore();
    }
  }

  test("has all of its endpoints behind TLS", async () => {
    expect(await discovering(named)).toEqual(named);
    expect(await discovering({ ...named, userinfo_endpoint: `${secure}/me` })).toMatchObject(named);
    for (const endpoint of ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"]) {
      await expect(discovering({ ...named, [endpoint]: "http://login.example.com/x" })).rejects.toEqual(
        failing("OIDC_MISCONFIGURED"),
      );
    }
  });

  test("keeps nobody waiting for more than 5 s", async () => {
    const limit = vi.spyOn(AbortSignal, "timeout");
    await discovering(named);
    expect([limit.mock.calls, callMsMax]).toEqual([[[5_000]], 5_000]);
    limit.mockRestore();
  });
});
