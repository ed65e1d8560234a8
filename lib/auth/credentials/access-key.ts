import type { Scope } from "../../contracts/access/scopes";
import type { CoveredRow } from "../../crypto/macs/covered-columns";
import { hashToken, isAccessKey, keyPrefixOf } from "../../crypto/tokens/token";
import { findKeyByHash, findKeyById, findKeyWithOwner, findPreviousKey } from "../../db/queries/access/access-keys";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { narrowed } from "../grants/bounds";
import { findMembership, scopesWithin } from "../grants/membership";
import { addressRanges, isInRanges } from "../grants/address-ranges";
import type { KeyCaller } from "../caller";
import { readKeyBounds } from "../grants/key-bounds";

/**
 * Returns the token of an `Authorization: Bearer svc_…` header, or null if the header names no access key. Several
 * headers arrive joined by commas; a key counts even if it is not the first.
 */
export function bearerKey(authorization: string | null): string | null {
  return /(?:^|,)[ \t]*bearer[ \t]+(svc_[^]*)/i.exec(authorization ?? "")?.[1] ?? null;
}

/** A decoy key: whose it is, and who made it. Those who may use it never do, so any use is an alarm. */
export type Canary = { id: string; name: string; userId: string; makerId: string | null };

/**
 * Looks up an access key by its hash. This reads the database every time, so that a revocation takes effect at the next
 * request; those that arrive together share a look-up (lib/http/gate/coalesce-lookups). Throws AUTH_INVALID_KEY or
 * AUTH_KEY_EXPIRED. A canary is answered like an unknown key, and `onCanary` is told of it first.
 */
export async function authenticateKey(
  token: string,
  now = Date.now(),
  onCanary: (canary: Canary) => void = () => {},
): Promise<KeyCaller> {
  if (!isAccessKey(token)) throw new AppError("AUTH_INVALID_KEY");
  const { reads, rights } = runtime();
  const keyHash = hashToken(token);
  const found = await reads.get(findKeyByHash, { keyHash });
  const key = found ? Object.assign(found, { keyHash }) : await findByPreviousHash(keyHash, now);
  if (!key) throw new AppError("AUTH_INVALID_KEY");
  if (!rights.isGenuine("AccessKey", key)) throw new AppError("AUTH_INVALID_KEY");
  if (readKeyBounds(key.bounds).key.canary) {
    onCanary(key);
    throw new AppError("AUTH_INVALID_KEY");
  }
  assertNotExpired(key, now);
  return callerOf(key, { keyHash, keyPrefix: keyPrefixOf(token), revision: Number(key.revision) });
}

/** What the key may do now: in a team, no more than its creator. Throws AUTH_INVALID_KEY if they are no longer a member. */
async function callerOf(
  { id: keyId, userId: ownerId, makerId, scopes: stored, bounds, name }: CoveredRow<"AccessKey"> & { name: string },
  known: Pick<KeyCaller, "keyHash" | "keyPrefix"> & { revision: number },
): Promise<KeyCaller> {
  const { key, reach } = readKeyBounds(bounds);
  const scopes = scopesOf(String(stored));
  const membership = makerId === null ? null : await findMembership(String(ownerId), makerId);
  if (makerId !== null && !membership) throw new AppError("AUTH_INVALID_KEY");
  // Each field by its name: spreading objects costs a third of the look-up.
  const caller: KeyCaller = {
    kind: "key",
    userId: makerId ?? String(ownerId),
    name,
    keyId: String(keyId),
    keyHash: known.keyHash,
    keyPrefix: known.keyPrefix,
    scopes: membership ? scopesWithin(membership.team.role, scopes) : scopes,
    bounds: membership ? narrowed(reach, membership.bounds) : reach,
    addresses: key.addresses,
    revealsPerDay: key.revealsPerDay,
    revision: membership ? membership.revision : known.revision,
    request: null,
  };
  if (membership) caller.team = membership.team;
  return caller;
}

/** The access key whose former key this is, as long as that one works. */
async function findByPreviousHash(keyHash: string, now: number) {
  const { reads, rights } = runtime();
  const previous = await reads.get(findPreviousKey, { keyHash });
  if (!previous || !rights.isGenuine("PreviousAccessKey", { ...previous, keyHash })) return undefined;
  assertNotExpired(previous, now);
  return reads.get(findKeyWithOwner, { id: previous.accessKeyId });
}

/**
 * The caller of a request in progress, as their key is now. Throws if it was revoked, replaced or expired in the
 * meantime.
 */
export async function assertKeyValid(caller: KeyCaller, now = Date.now()): Promise<KeyCaller> {
  const { keyId, keyHash } = caller;
  const { reads, rights } = runtime();
  const key = await reads.get(findKeyById, { id: keyId });
  if (!key || !rights.isGenuine("AccessKey", key)) throw new AppError("AUTH_INVALID_KEY");
  if (key.keyHash !== keyHash && !(await findByPreviousHash(keyHash, now))) throw new AppError("AUTH_INVALID_KEY");
  assertNotExpired(key, now);
  return key.makerId === null ? caller : callerOf(key, { ...caller, revision: caller.revision ?? 0 });
}

/** Throws ADDRESS_NOT_ALLOWED for a key that is limited to other addresses. */
export function assertAddressAllowed({ addresses }: KeyCaller, from: string | null): void {
  if (addresses !== null && !isInRanges(rangesOf(addresses), from ?? "")) throw new AppError("ADDRESS_NOT_ALLOWED");
}

/** By the list itself, which `readKeyBounds` has once for the same text. */
const builtRanges = new WeakMap<readonly string[], ReturnType<typeof addressRanges>>();

function rangesOf(addresses: readonly string[]): ReturnType<typeof addressRanges> {
  const ranges = builtRanges.get(addresses) ?? addressRanges(addresses);
  builtRanges.set(addresses, ranges);
  return ranges;
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
