import type { ContractSpec } from "../contracts/contract";
import { digest } from "../crypto/digest";

/** An answer's bytes as they were sent, with the user's revision that they were made for. */
export type CachedResponse = { revision: number; etag: string; body: Buffer<ArrayBuffer> };

export type CacheKey = { contract: ContractSpec; userId: string; params: Readonly<Record<string, string>> };

const bytesMax = 32 * 1024 * 1024;
const oneBytesMax = 8 * 1024 * 1024;
const cache = new Map<string, CachedResponse>();
let bytes = 0;

/** Whose answer to what: the path's ids have a fixed form, without blanks. */
const nameOf = ({ contract, userId, params }: CacheKey) => [userId, contract.id, ...Object.values(params)].join(" ");

/**
 * The answer made earlier for this user, if nothing that they own was written since. The revision comes from the same
 * query as the caller's rights, on any number of replicas, so an old answer is never served; and an answer that holds
 * secrets is never cached (a guard test checks every contract).
 */
export function findCached(key: CacheKey, revision: number): CachedResponse | undefined {
  const name = nameOf(key);
  const found = cache.get(name);
  if (found?.revision !== revision) return undefined;
  // To the end, so that what was not asked for longest goes first.
  cache.delete(name);
  cache.set(name, found);
  return found;
}

/** Without an ETag of its own, the answer gets one made of its bytes. */
export function cacheResponse(key: CacheKey, revision: number, json: string, etag?: string): CachedResponse {
  const name = nameOf(key);
  const body = Buffer.from(json);
  const answer: CachedResponse = { revision, etag: etag ?? `"${digest(body)}"`, body };
  evict(name);
  if (body.length <= oneBytesMax) {
    cache.set(name, answer);
    bytes += body.length;
  }
  for (const [oldest] of cache) {
    if (bytes <= bytesMax) break;
    evict(oldest);
  }
  return answer;
}

function evict(name: string): void {
  bytes -= cache.get(name)?.body.length ?? 0;
  cache.delete(name);
}

/** Whether the client says that it has this very answer (RFC 9110, 13.1.2). */
export function etagMatches(ifNoneMatch: string | null, etag: string): boolean {
  return (
    ifNoneMatch !== null &&
    ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
  );
}
