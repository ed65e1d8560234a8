import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type KeyLike, SignJWT } from "jose";
import { onTestFinished } from "vitest";

const audience = "https://vault.example.com";

/** What a job on the branch main of acme/web says of itself, as GitHub Actions does. */
export const jobClaims = (more: object = {}): Record<string, unknown> => ({
  sub: "repo:acme/web:ref:refs/heads/main",
  aud: audience,
  repository: "acme/web",
  repository_owner: "acme",
  ref: "refs/heads/main",
  event_name: "push",
  run_attempt: "1",
  ...more,
});

/** A body for a rule that trusts those jobs. */
export const ruleFor = (issuer: string, more: object = {}) => ({
  name: "Deploy web",
  issuer,
  audience,
  claims: { sub: "repo:acme/web:*" },
  scopes: ["entries:read" as const, "entries:reveal" as const],
  minutes: 5,
  ...more,
});

type Answer = (outgoing: ServerResponse, incoming: IncomingMessage) => void;
type Signing = { header?: Partial<JWTHeaderParameters>; key?: KeyLike | Uint8Array };

/**
 * A real issuer of ID tokens on this machine: its metadata, its keys, and tokens that it signs like GitHub Actions does.
 * `documents` replaces what it answers at a path. Stops with the test, or by `stop`.
 */
export async function startIssuer({ host = "127.0.0.1", alg = "RS256", algorithm = {} } = {}) {
  const asked: string[] = [];
  const documents: Record<string, Answer> = {};
  let number = 0;
  const newKey = async () => {
    const { privateKey, publicKey } = await generateKeyPair(alg, algorithm);
    const kid = `key-${(number += 1)}`;
    return { privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } as JWK };
  };
  let key = await newKey();
  const json =
    (value: object, cacheControl?: string): Answer =>
    (outgoing) =>
      void outgoing
        .writeHead(200, { "Content-Type": "application/json", ...(cacheControl && { "Cache-Control": cacheControl }) })
        .end(JSON.stringify(value));
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "";
    asked.push(path);
    const known: Record<string, Answer> = {
      "/.well-known/openid-configuration": json({ issuer, jwks_uri: `${issuer}/keys` }, "max-age=3600"),
      "/keys": json({ keys: [key.jwk] }, "max-age=3600"),
      ...documents,
    };
    (known[path] ?? ((outgoing) => void outgoing.writeHead(404).end()))(outgoing, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** The paths that it was asked for. */
    asked,
    documents,
    json,
    /** The key that it signs with now, and publishes. */
    get key() {
      return key;
    },
    /** From now on it signs with another key, and publishes only that one. */
    rotate: async () => void (key = await newKey()),
    /** An ID token of a job. A claim that is undefined is left out. */
    token: (claims: Record<string, unknown> = {}, signing: Signing = {}): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: issuer, iat: now, nbf: now - 5, exp: now + 300, ...jobClaims(), ...claims })
        .setProtectedHeader({ typ: "JWT", alg, kid: key.kid, ...signing.header })
        .sign(signing.key ?? key.privateKey);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/** The same, for one test. */
export async function anIssuer(options: Parameters<typeof startIssuer>[0] = {}): Promise<Issuer> {
  const issuer = await startIssuer(options);
  onTestFinished(() => issuer.stop());
  return issuer;
}
