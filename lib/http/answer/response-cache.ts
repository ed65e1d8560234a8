import type { ContractSpec } from "../../contracts/contract";
import { digest } from "../../crypto/macs/digest";

/** A response's bytes as sent, and the user's revision at which it was made. */
export type CachedResponse = { revision: number; etag: string; body: Buffer<ArrayBuffer> };

/** `reach`: the text of the caller's bounds, empty for a caller without any. */
export type CacheKey = {
  contract: ContractSpec;
  userId: string;
  params: Readonly<Record<string, string>>;
  reach: string;
};

const bytesMax = 32 * 1024 * 1024;
const oneBytesMax = 8 * 1024 * 1024;
/** About what a response takes besides its body and its name, so that many empty lists fill the cache too. */
const eachBytes = 512;
const cache = new Map<string, CachedResponse>();
let bytes = 0;

/** The path's ids have a fixed form without spaces, so the parts can't run together. */
const nameOf = ({ contract, userId, params, reach }: CacheKey) =>
  [userId, contract.id, ...Object.values(params), reach].join(" ");

/**
 * Returns the cached response if the user's data has not changed since. The revision comes from the same query as the
 * caller's rights, on every replica, so a stale response is never served. Responses with secrets are never cached (a
 * guard test checks every contract).
 */
export function findCached(key: CacheKey, revision: number): CachedResponse | undefined {
  const name = nameOf(key);
  const found = cache.get(name);
  if (found?.revision !== revision) return undefined;
  // Moved to the end: the least recently used response is evicted first.
  cache.delete(name);
  cache.set(name, found);
  return found;
}

/** Stores a response. The ETag defaults to a hash of the bytes. */
export function cacheResponse(key: CacheKey, revision: number, json: string, etag?: string): CachedResponse {
  const name = nameOf(key);
  const body = Buffer.from(json);
  const answer: CachedResponse = { revision, etag: etag ?? `"${digest(body)}"`, body };
  evict(name);
  if (body.length <= oneBytesMax) {
    cache.set(name, answer);
    bytes += bytesOf(name, answer);
  }
  for (const [oldest] of cache) {
    if (bytes <= bytesMax) break;
    evict(oldest);
  }
  return answer;
}

/** The name counts too: `reach` may have 80,000 characters, of up to two bytes each. */
const bytesOf = (name: string, { body }: CachedResponse): number => body.length + 2 * name.length + eachBytes;

function evict(name: string): void {
  const cached = cache.get(name);
  if (!cached) return;
  bytes -= bytesOf(name, cached);
  cache.delete(name);
}

/** Whether If-None-Match names this ETag (RFC 9110, 13.1.2). */
export function etagMatches(ifNoneMatch: string | null, etag: string): boolean {
  return (
    ifNoneMatch !== null &&
    ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
  );
}
