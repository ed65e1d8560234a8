import type { TestProvider } from "./oidc-provider";

/**
 * For the sign-in's tests, with and without HTTP: what can be wrong at a provider after it has signed somebody in, how
 * to cause it, and the resulting code.
 */
export const oidcFaults: readonly (readonly [what: string, fault: () => TestProvider["faults"], code: string])[] = [
  ["another issuer in its metadata", () => ({ metadataIssuer: "https://elsewhere.example" }), "OIDC_WRONG_ISSUER"],
  ["another issuer in the ID token", () => ({ claims: { iss: "https://elsewhere.example" } }), "OIDC_WRONG_ISSUER"],
  ["an ID token for another client", () => ({ claims: { aud: "another-client" } }), "OIDC_TOKEN_INVALID"],
  ["an ID token that expired", () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 60 } }), "OIDC_TOKEN_EXPIRED"],
  ["an ID token with another nonce", () => ({ claims: { nonce: "x" } }), "OIDC_TOKEN_INVALID"],
  ["an ID token signed with a key that is not published", () => ({ foreignKey: true }), "OIDC_TOKEN_INVALID"],
  ["no answer where codes are exchanged", () => ({ failing: { path: "/token", status: 503 } }), "OIDC_UNREACHABLE"],
  ["no answer where keys are published", () => ({ failing: { path: "/jwks", status: 503 } }), "OIDC_UNREACHABLE"],
  ["no answer where claims are told", () => ({ failing: { path: "/me", status: 503 } }), "OIDC_UNREACHABLE"],
];
