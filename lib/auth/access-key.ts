import type { Scope } from "../contracts/scopes";
import type { CoveredRow } from "../crypto/covered-columns";
import { hashToken, isAccessKey } from "../crypto/token";
import { findKeyByHash, findKeyById } from "../db/queries/access-keys";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import type { KeyCaller } from "./caller";

/**
 * Returns the token of an `Authorization: Bearer svc_…` header, or null if the header names no access key. Several
 * headers arrive joined by commas; a key counts even if it is not the first.
 */
export function bearerKey(authorization: string | null): string | null {
  return /(?:^|,)[ \t]*bearer[ \t]+(svc_[^]*)/i.exec(authorization ?? "")?.[1] ?? null;
}

/**
 * Looks up an access key by its hash. This reads the database every time, so that a revocation takes effect at the next
 * request. Throws AUTH_INVALID_KEY or AUTH_KEY_EXPIRED.
 */
export async function authenticateKey(token: string, now = Date.now()): Promise<KeyCaller> {
  if (!isAccessKey(token)) throw new AppError("AUTH_INVALID_KEY");
  const { reads, rights } = runtime();
  const keyHash = hashToken(token);
  const key = await reads.get(findKeyByHash, { keyHash });
  if (!key || !rights.isGenuine("AccessKey", Object.assign(key, { keyHash }))) throw new AppError("AUTH_INVALID_KEY");
  assertNotExpired(key, now);
  return {
    kind: "key",
    userId: key.userId,
    keyId: key.id,
    keyPrefix: key.keyPrefix,
    scopes: scopesOf(key.scopes),
    revision: Number(key.revision),
  };
}

/** Throws if the key was revoked or expired while its request was in progress. */
export async function assertKeyStands({ keyId }: KeyCaller, now = Date.now()): Promise<void> {
  const { reads, rights } = runtime();
  const key = await reads.get(findKeyById, { id: keyId });
  if (!key || !rights.isGenuine("AccessKey", key)) throw new AppError("AUTH_INVALID_KEY");
  assertNotExpired(key, now);
}

/** Parsed scopes by their stored form. Few distinct values exist, and every request needs one. */
const scopeSets = new Map<string, ReadonlySet<Scope>>();

function scopesOf(stored: string): ReadonlySet<Scope> {
  const known = scopeSets.get(stored);
  if (known) return known;
  const set = new Set(stored.split(" ") as Scope[]);
  if (scopeSets.size < 1_000) scopeSets.set(stored, set);
  return set;
}

function assertNotExpired({ expiresAt }: Pick<CoveredRow<"AccessKey">, "expiresAt">, now: number): void {
  if (expiresAt !== null && new Date(expiresAt).getTime() <= now) throw new AppError("AUTH_KEY_EXPIRED");
}
