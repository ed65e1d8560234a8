import { setImmediate } from "node:timers";
import type { KeyCaller } from "../../auth/caller";

/*
 * Under load, clients of one key send dozens of requests that the event loop reads in one pass; a look-up is a sixth of a
 * reveal's work. A look-up begins after each request that it answers for was read. What is revoked is so for all of them,
 * even if the revocation was answered between two of them.
 */

/** By the SHA-256 of the keys that were used in this pass: the look-up at its end, once a second request waits for it. */
const looksAtEnd = new Map<string, Promise<KeyCaller> | undefined>();

/**
 * Of the requests with one key, given by its SHA-256, that arrive together, the first one looks at once, and the second one
 * at the end of the pass for itself and all others. If that finds no caller, each looks by itself, so that each is refused
 * and told of like one that came alone.
 */
export async function coalesceLookups(keyHash: string, lookUp: () => Promise<KeyCaller>): Promise<KeyCaller> {
  if (!looksAtEnd.has(keyHash)) {
    looksAtEnd.set(keyHash, undefined);
    // Before the look-up at the end, which was asked for later: nobody joins one that has begun.
    setImmediate(() => looksAtEnd.delete(keyHash));
    return lookUp();
  }
  const sharedLook = looksAtEnd.get(keyHash);
  if (sharedLook) {
    const found = await sharedLook.catch(() => null);
    // Each request gets its own caller object, which receives the request's facts.
    return found ? { ...found } : lookUp();
  }
  const look = new Promise<void>((resolve) => setImmediate(resolve)).then(lookUp);
  looksAtEnd.set(keyHash, look);
  return look;
}
