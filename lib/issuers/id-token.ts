import type { JWTPayload } from "jose";
import type { Reach } from "../outbound/public-addresses";
import { isStorable } from "../plain-text";
import { IssuerUnavailable, type IssuerKeys } from "./documents";
import { keysOf, newerKeysOf } from "./keys";

/** Loaded with the first token: most vaults never get one. */
const jose = () => import("jose");

/** Asymmetric signatures only: a shared secret could be anybody's, and published keys are everybody's. */
const algorithms = [...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"], ...["ES256", "ES384", "ES512", "EdDSA"]];
/** The accepted difference between the clocks of vault and issuer (seconds). */
const clockTolerance = 10;
/** How old a token may be, whenever it expires (seconds): as old as a job of GitLab's may get by default. */
const ageMax = 60 * 60;

/** Why a token is not accepted. */
export type TokenFault = "issuer-unavailable" | "signature" | "expired" | "too-old" | "not-yet-valid" | "times-missing";

export class TokenRefused extends Error {
  constructor(readonly fault: TokenFault) {
    super(fault);
    this.name = "TokenRefused";
  }
}

/**
 * What a token says of itself, which nobody has verified; null if it is not a signed JWT with an issuer, or one whose issuer
 * or subject no database could look for or store.
 */
export async function readUnverified(token: string): Promise<(JWTPayload & { iss: string }) | null> {
  const { decodeJwt, decodeProtectedHeader } = await jose();
  try {
    decodeProtectedHeader(token);
    const payload = decodeJwt(token);
    const { iss, sub } = payload;
    return typeof iss === "string" && isStorable(iss) && isStorable(String(sub)) ? { ...payload, iss } : null;
  } catch {
    return null;
  }
}

/**
 * The claims of an ID token of this issuer: its signature is by one of the issuer's keys, and it is valid now (RFC 7519,
 * RFC 8725). Who it is for and about is left to the caller. Throws TokenRefused.
 */
export async function verifyIdToken(token: string, issuer: string, reach: Reach): Promise<JWTPayload> {
  try {
    await assertPlainHeader(token);
    const keys = await keysOf(issuer, reach);
    const verified = await verify(token, issuer, keys);
    if (verified) return verified;
    const newer = await newerKeysOf(issuer, reach, keys);
    const again = newer && (await verify(token, issuer, newer));
    if (again) return again;
  } catch (error) {
    throw new TokenRefused(await faultOf(error));
  }
  throw new TokenRefused("signature");
}

/** Before anything is asked for: what no key could make right. */
async function assertPlainHeader(token: string): Promise<void> {
  const { decodeProtectedHeader } = await jose();
  const { alg, crit, typ } = decodeProtectedHeader(token);
  const isIdToken = typ === undefined || String(typ).toUpperCase() === "JWT";
  if (crit !== undefined || !isIdToken || !algorithms.includes(String(alg))) throw new TokenRefused("signature");
}

/** Null if none of the keys is the one that the token names. */
async function verify(token: string, issuer: string, keys: IssuerKeys): Promise<JWTPayload | null> {
  const { errors, jwtVerify } = await jose();
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      algorithms,
      issuer,
      clockTolerance,
      maxTokenAge: ageMax,
      requiredClaims: ["exp", "iat"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return null;
    throw error;
  }
}

async function faultOf(error: unknown): Promise<TokenFault> {
  if (error instanceof TokenRefused) return error.fault;
  if (error instanceof IssuerUnavailable) return "issuer-unavailable";
  const { errors } = await jose();
  if (error instanceof errors.JWTExpired) return error.claim === "iat" ? "too-old" : "expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === "missing" || error.reason === "invalid") return "times-missing";
    if (error.claim === "iat" || error.claim === "nbf") return "not-yet-valid";
  }
  return "signature";
}
