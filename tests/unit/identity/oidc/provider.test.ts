import { createSign, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Metadata } from "@/lib/identity/oidc/discovery";
import { loadOpenidClient } from "@/lib/identity/oidc/package";
import { oidcProvider } from "@/lib/identity/oidc/provider";
import { log } from "@/lib/log";

beforeAll(loadOpenidClient);
vi.spyOn(log, "warn").mockImplementation(() => {});

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const settings = { issuer: "", clientId: "vault", clientSecret: "not-a-real-client-secret", name: "Example Login" };

let server: Server;
let metadata: Metadata;
/** The provider's responses by path, as a test sets them, and the received token requests. */
let answers: Record<string, (incoming: IncomingMessage, outgoing: ServerResponse) => void> = {};
let exchanges: { authorization: string | undefined; form: URLSearchParams }[] = [];
beforeAll(async () => {
  server = createServer(
    (incoming, outgoing) =>
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Buffer);
        if (incoming.url === "/token")
          exchanges.push({
            authorization: incoming.headers.authorization,
            form: new URLSearchParams(Buffer.concat(chunks).toString()),
          });
        answers[incoming.url ?? ""]?.(incoming, outgoing);
      })(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
  };
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(resolve));
});
afterEach(() => {
  answers = {};
  exchanges = [];
  vi.useRealTimers();
});

const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, outgoing: ServerResponse) =>
    void outgoing.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const signatures: Record<string, (data: string) => Buffer> = {
  RS256: (data) => createSign("RSA-SHA256").update(data).sign(rsa.privateKey),
  ES256: (data) => sign("sha256", Buffer.from(data), { key: ec.privateKey, dsaEncoding: "ieee-p1363" }),
};
const jwk = (key: KeyObject, alg: string) => ({ ...key.export({ format: "jwk" }), alg, use: "sig", kid: alg });

/** A provider whose tokens are signed with `alg`; `more`: claims besides the mandatory ones. */
function answering(alg: "RS256" | "ES256", more: object = {}): void {
  const now = Math.floor(Date.now() / 1000);
  const unsigned = `${encoded({ alg, kid: alg })}.${encoded({ iss: metadata.issuer, aud: "vault", sub: "ada", iat: now, exp: now + 60, nonce: "nonce", ...more })}`;
  answers["/token"] = json({
    access_token: "not-a-real-access-token",
    token_type: "Bearer",
    id_token: `${unsigned}.${signatures[alg]?.(unsigned).toString("base64url")}`,
  });
  answers["/jwks"] = json({ keys: [jwk(rsa.publicKey, "RS256"), jwk(ec.publicKey, "ES256")] });
}

function provider(more: Partial<Metadata> = {}, { askAgain = false } = {}) {
  const failures: string[] = [];
  const made = oidcProvider(
    settings,
    { ...metadata, ...more },
    { askAgain, onFailure: ({ code }) => failures.push(code) },
  );
  const token = made.token as { request(context: object): Promise<{ tokens: object }> };
  const userinfo = made.userinfo as { request(context: object): Promise<Record<string, unknown>> };
  const callbackUrl = "http://vault.example.com/api/auth/callback/oidc";
  return {
    made,
    failures,
    exchange: () =>
      token.request({
        provider: { ...made, callbackUrl },
        params: { code: "code", state: "state" },
        checks: { state: "state", nonce: "nonce", code_verifier: "verifier" },
      }),
    claims: (tokens: object) => userinfo.request({ tokens }),
  };
}

describe("the provider in next-auth's form", () => {
  test("demands PKCE, state and nonce, and is identified by its settings", () => {
    const { made } = provider();
    expect(made).toMatchObject({
      id: "oidc",
      name: "Example Login",
      type: "oauth",
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      issuer: metadata.issuer,
      clientId: "vault",
      clientSecret: settings.clientSecret,
      httpOptions: { timeout: 5_000 },
    });
    expect(made.profile({ sub: "ada" } as never, {})).toEqual({ id: "ada" });
  });

  test("asks for a fresh sign-in for a re-authentication, and not otherwise", () => {
    const url = metadata.authorization_endpoint;
    expect(provider().made.authorization).toEqual({ url, params: { scope: "openid email profile" } });
    expect(provider({}, { askAgain: true }).made.authorization).toEqual({
      url,
      params: { scope: "openid email profile", prompt: "login", max_age: 0 },
    });
  });

  test("that offers no asymmetric signature can't be used", () => {
    for (const offered of [["HS256"], ["none"], []])
      expect(() => provider({ id_token_signing_alg_values_supported: offered })).toThrow(
        expect.objectContaining({ code: "OIDC_MISCONFIGURED" }),
      );
    for (const offered of ["RS256", "ES256", "PS256", "EdDSA", "RS384", "ES384", "PS384", "RS512", "ES512", "PS512"])
      expect(() => provider({ id_token_signing_alg_values_supported: ["HS256", offered] })).not.toThrow();
  });
});

describe("a code", () => {
  const basic = `Basic ${Buffer.from("vault:not-a-real-client-secret").toString("base64")}`;

  test("is exchanged with the client's secret in the header and its verifier in the form", async () => {
    answering("RS256");
    expect(await provider().exchange()).toEqual({
      tokens: expect.objectContaining({ access_token: "not-a-real-access-token" }) as object,
    });
    expect(exchanges.map(({ authorization, form }) => [authorization, Object.fromEntries(form)])).toEqual([
      [
        basic,
        {
          grant_type: "authorization_code",
          code: "code",
          redirect_uri: "http://vault.example.com/api/auth/callback/oidc",
          code_verifier: "verifier",
        },
      ],
    ]);
  });

  test("is exchanged with the secret in the form if the provider accepts it only there", async () => {
    answering("RS256");
    await provider({ token_endpoint_auth_methods_supported: ["client_secret_post"] }).exchange();
    await provider({ token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"] }).exchange();
    expect(exchanges.map(({ authorization, form }) => [authorization, form.get("client_secret")])).toEqual([
      [undefined, settings.clientSecret],
      [basic, null],
    ]);
  });

  test("is accepted only with a token of the algorithm that both support: the most common one, or RS256 if nothing is said", async () => {
    answering("ES256");
    await provider({ id_token_signing_alg_values_supported: ["ES256"] }).exchange();
    const { exchange, failures } = provider();
    await expect(exchange()).rejects.toMatchObject({ code: "OIDC_TOKEN_INVALID" });
    await expect(
      provider({ id_token_signing_alg_values_supported: ["ES256", "RS256"] }).exchange(),
    ).rejects.toMatchObject({ code: "OIDC_TOKEN_INVALID" });
    expect(failures).toEqual(["OIDC_TOKEN_INVALID"]);
  });

  test("that the provider refuses is reported once, by its name", async () => {
    answers["/token"] = json({ error: "invalid_grant" }, 400);
    const { exchange, failures } = provider();
    await expect(exchange()).rejects.toMatchObject({ name: "OidcFailure", code: "OIDC_CODE_USED" });
    expect(failures).toEqual(["OIDC_CODE_USED"]);
  });

  test("is given up after 10 s, even if the provider sends a byte now and then", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const reached = new Promise<void>((resolve) => {
      answers["/token"] = (_, outgoing) => {
        outgoing.writeHead(200, { "Content-Type": "application/json" }).write("{");
        resolve();
      };
    });
    const { exchange, failures } = provider();
    const outcome = exchange().catch((error: unknown) => error);
    await reached;
    vi.advanceTimersByTime(9_999);
    expect(failures).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await outcome).toMatchObject({ code: "OIDC_UNREACHABLE" });
    expect(failures).toEqual(["OIDC_UNREACHABLE"]);
  });

  test.each(["/token", "/jwks"])("fails if %s answers with 4 MiB", async (path) => {
    answering("RS256");
    const whole = answers[path];
    answers[path] = (incoming, outgoing) => {
      // The same response with spaces after it, which do not change its JSON.
      const end = outgoing.end.bind(outgoing);
      outgoing.end = ((body: string) => end(body.padEnd(4 * 1024 * 1024))) as typeof outgoing.end;
      whole?.(incoming, outgoing);
    };
    const { exchange, failures } = provider();
    await expect(exchange()).rejects.toMatchObject({ code: "OIDC_UNREACHABLE" });
    expect(failures).toEqual(["OIDC_UNREACHABLE"]);
  });

  test("that was exchanged leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answering("RS256");
    await provider().exchange();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("who signed in", () => {
  const claimsOf = async (idToken: object, userinfo: object, more: Partial<Metadata> = {}, tokens: object = {}) => {
    answering("RS256", idToken);
    let asked = 0;
    answers["/me"] = (incoming, outgoing) => {
      asked += 1;
      json(incoming.headers.authorization === "Bearer not-a-real-access-token" ? userinfo : { sub: "nobody" })(
        incoming,
        outgoing,
      );
    };
    const { exchange, claims } = provider(more);
    const { tokens: given } = await exchange();
    return { claims: await claims({ ...given, ...tokens }), asked };
  };

  test("is read from the ID token, if it has the e-mail address", async () => {
    const { claims, asked } = await claimsOf(
      { email: "ada@example.com", email_verified: true, name: "Ada" },
      { sub: "ada", email: "other@example.com" },
    );
    expect([claims, asked]).toEqual([
      expect.objectContaining({ sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" }),
      0,
    ]);
  });

  test("is requested from the userinfo endpoint otherwise, and only its claims are used", async () => {
    const full = await claimsOf(
      {},
      { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada", stray: "x" },
    );
    expect([full.claims, full.asked]).toEqual([
      expect.objectContaining({ sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" }),
      1,
    ]);
    expect(full.claims).not.toHaveProperty("stray");
    const unverified = await claimsOf({}, { sub: "ada", email: "ada@example.com", email_verified: false });
    expect(unverified.claims).toMatchObject({ email: "ada@example.com", email_verified: false });
    expect(unverified.claims).not.toHaveProperty("name");
    const bare = await claimsOf({ name: "From the token", email_verified: true }, { sub: "ada" });
    expect(bare.claims).toMatchObject({ name: "From the token", email_verified: true });
    expect(bare.claims).not.toHaveProperty("email");
  });

  test("is read from the ID token alone if there is no such endpoint, or no token for it", async () => {
    for (const { claims, asked } of [
      await claimsOf({}, { sub: "ada", name: "Ada" }, { userinfo_endpoint: undefined }),
      await claimsOf({}, { sub: "ada", name: "Ada" }, {}, { access_token: undefined }),
    ]) {
      expect(claims).toMatchObject({ sub: "ada" });
      expect([asked, "name" in claims]).toEqual([0, false]);
    }
  });

  test("is never another person whom the userinfo endpoint names", async () => {
    await expect(claimsOf({}, { sub: "eve", email: "eve@example.com" })).rejects.toMatchObject({
      code: "OIDC_TOKEN_INVALID",
    });
  });
});
