import type { Scope } from "../contracts/scopes";
import { type CoveredRow, listOf } from "../crypto/covered-columns";
import { hashToken, isAccessKey } from "../crypto/token";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import type { KeyCaller } from "./caller";

/**
 * The token of an `Authorization: Bearer svc_…` header; null when the header names no access key.
 * Several headers arrive joined by commas: a key behind another one decides all the same.
 */
export function bearerKey(authorization: string | null): string | null {
  return /(?:^|,)[ \t]*bearer[ \t]+(svc_[^]*)/i.exec(authorization ?? "")?.[1] ?? null;
}

type SignedRow = CoveredRow<"AccessKey"> & { mac: string | null };
type KeyRow = SignedRow & {
  id: string;
  userId: string;
  keyHash: string;
  scopes: string;
  keyPrefix: string;
  revision: number;
};

// Each column costs: the hash that was asked for is known.
const findByHash = `SELECT ${listOf("AccessKey", "k", ["keyHash"])}, k."keyPrefix", u."revision" FROM "AccessKey" k JOIN "User" u ON u."id" = k."userId" WHERE k."keyHash" = ?`;
const findById = `SELECT ${listOf("AccessKey", "k")} FROM "AccessKey" k WHERE k."id" = ?`;

/**
 * Looks an access key up by its hash, in the database each time, so that a revocation holds at the next request.
 * Throws AUTH_INVALID_KEY or AUTH_KEY_EXPIRED.
 */
export async function authenticateKey(token: string, now = Date.now()): Promise<KeyCaller> {
  if (!isAccessKey(token)) throw new AppError("AUTH_INVALID_KEY");
  const { reads, rights } = runtime();
  const keyHash = hashToken(token);
  const key = await reads.get<KeyRow>(findByHash, keyHash);
  if (key) key.keyHash = keyHash;
  if (!key || !rights.isGenuine("AccessKey", key)) throw new AppError("AUTH_INVALID_KEY");
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

/** Refuses a request whose key was revoked or expired while it was under way. */
export async function assertKeyStands({ keyId }: KeyCaller, now = Date.now()): Promise<void> {
  const { reads, rights } = runtime();
  const key = await reads.get<SignedRow>(findById, keyId);
  if (!key || !rights.isGenuine("AccessKey", key)) throw new AppError("AUTH_INVALID_KEY");
  assertNotExpired(key, now);
}

/** The set of a key's stored scopes. There are few different ones, and each request needs one. */
const scopeSets = new Map<string, ReadonlySet<Scope>>();

function scopesOf(stored: string): ReadonlySet<Scope> {
  const known = scopeSets.get(stored);
  if (known) return known;
  const set = new Set(stored.split(" ") as Scope[]);
  if (scopeSets.size < 1_000) scopeSets.set(stored, set);
  return set;
}

function assertNotExpired({ expiresAt }: Pick<SignedRow, "expiresAt">, now: number): void {
  if (expiresAt !== null && new Date(expiresAt).getTime() <= now) throw new AppError("AUTH_KEY_EXPIRED");
}
