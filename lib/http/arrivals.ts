import type { KeyCaller } from "../auth/caller";

/*
 * The event loop reads in one pass what has arrived on all connections. A look-up made in that pass is newer than the
 * beginning of every request that the pass reads, so it answers for all of them, and a revocation still takes effect at the
 * next request. Under load, clients of one key send dozens of requests a pass; a look-up is a sixth of a reveal's work.
 */

let pass = 0;
let isReading = false;

/** The server calls this for each request as it has read it. */
export function noteArrival(): void {
  if (isReading) return;
  isReading = true;
  pass += 1;
  // Runs as soon as everything is read that had arrived.
  setImmediate(() => (isReading = false));
}

/** The last look-up of a key, and the pass in which it began. */
let last: { pass: number; keyHash: string; look: Promise<KeyCaller> } | undefined;

/**
 * Of the requests that arrived together with one key, given by its SHA-256, the first one looks for all. If it finds no
 * caller, each looks by itself, so that each is refused and told of like one that came alone.
 */
export async function lookUpTogether(keyHash: string, lookUp: () => Promise<KeyCaller>): Promise<KeyCaller> {
  if (!isReading) return lookUp();
  if (last?.pass === pass && last.keyHash === keyHash) {
    const found = await last.look.catch(() => null);
    // Each request has a caller of its own, which is told its facts.
    if (found) return { ...found };
  }
  const look = lookUp();
  last = { pass, keyHash, look };
  return look;
}
