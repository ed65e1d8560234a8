import type { Scope } from "../contracts/scopes";
import { hashToken, isAccessKey } from "../crypto/token";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import type { KeyCaller } from "./caller";

/**
 * The token of an `Authorization: Bearer svc_…` header; null when the header names no access key.
 * Several headers arrive joined by commas: a key behind another one decides all the same.
 */
export function bearerKey(authorization: string | null): string | null {
  return /(?:^|,)[ \t]*bearer[ \t]+(svc_.*)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/**
 * Looks an access key up by its hash, in the database each time, so that a revocation holds at the next request.
 * Throws AUTH_INVALID_KEY or AUTH_KEY_EXPIRED.
 */
export async function authenticateKey(token: string, now = Date.now()): Promise<KeyCaller> {
  if (!isAccessKey(token)) throw new AppError("AUTH_INVALID_KEY");
  const key = await runtime().db.accessKey.findUnique({
    where: { keyHash: hashToken(token) },
    select: { id: true, userId: true, keyPrefix: true, scopes: true, expiresAt: true },
  });
  if (!key) throw new AppError("AUTH_INVALID_KEY");
  if (key.expiresAt && key.expiresAt.getTime() <= now) throw new AppError("AUTH_KEY_EXPIRED");
  return { kind: "key", userId: key.userId, keyId: key.id, keyPrefix: key.keyPrefix, scopes: new Set(key.scopes.split(" ") as Scope[]) };
}

/** Refuses a request whose key was revoked or expired while it was under way. */
export async function assertKeyStands({ keyId }: KeyCaller, now = Date.now()): Promise<void> {
  const key = await runtime().db.accessKey.findUnique({ where: { id: keyId }, select: { expiresAt: true } });
  if (!key) throw new AppError("AUTH_INVALID_KEY");
  if (key.expiresAt && key.expiresAt.getTime() <= now) throw new AppError("AUTH_KEY_EXPIRED");
}
