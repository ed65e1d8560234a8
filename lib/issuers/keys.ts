import type { Reach } from "../outbound/public-addresses";
import { askForKeys, type IssuerKeys, IssuerUnavailable } from "./documents";

/*
 * The keys of issuers, kept as long as their headers say.
 */

/** Issuers that a process remembers. */
const issuersMax = 500;
/** Requests for keys that are not among those that are kept: so many at once, then one every 30 seconds. */
const extrasMax = 5;
const extraEveryMs = 30_000;

/**
 * How long an issuer that failed is not asked again (ms). Such a failure counts against nobody, so this is what keeps
 * tokens of an issuer that is down from making the vault ask without end.
 */
const failedMs = 10_000;

type Entry = {
  keys: IssuerKeys | null;
  asking: Promise<IssuerKeys> | null;
  failedAt: number;
  extras: number;
  extrasAt: number;
};

const entries = new Map<string, Entry>();

function entryOf(issuer: string, now: number): Entry {
  const known = entries.get(issuer);
  // The one that was not used for the longest time goes first.
  entries.delete(issuer);
  const [oldest] = entries.size < issuersMax ? [] : entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
  const entry = known ?? {
    keys: null,
    asking: null,
    failedAt: Number.NEGATIVE_INFINITY,
    extras: extrasMax,
    extrasAt: now,
  };
  entries.set(issuer, entry);
  return entry;
}

/** Of many who ask at once, one does. */
function ask(entry: Entry, issuer: string, reach: Reach, now: number): Promise<IssuerKeys> {
  if (!entry.asking && now - entry.failedAt < failedMs)
    return Promise.reject(new IssuerUnavailable("it failed a moment ago"));
  entry.asking ??= askForKeys(issuer, reach)
    .then((keys) => (entry.keys = keys))
    .catch((error: unknown) => {
      // Counted from the end: an issuer that does not answer takes seconds to fail.
      entry.failedAt = Math.max(now, Date.now());
      throw error;
    })
    .finally(() => (entry.asking = null));
  return entry.asking;
}

/** An issuer's keys, as they are kept or newly asked for. Throws IssuerUnavailable. */
export async function keysOf(issuer: string, reach: Reach, now = Date.now()): Promise<IssuerKeys> {
  const entry = entryOf(issuer, now);
  return entry.keys && entry.keys.keptUntil > now ? entry.keys : ask(entry, issuer, reach, now);
}

/**
 * Asks again, since a token names a key that is not among `former`; the issuer may have made a new one. Null if that was
 * done too often: anybody can name any key. Throws IssuerUnavailable.
 */
export async function newerKeysOf(
  issuer: string,
  reach: Reach,
  former: IssuerKeys,
  now = Date.now(),
): Promise<IssuerKeys | null> {
  const entry = entryOf(issuer, now);
  if (entry.keys && entry.keys !== former) return entry.keys;
  if (entry.asking) return entry.asking;
  const regained = Math.floor((now - entry.extrasAt) / extraEveryMs);
  entry.extras = Math.min(extrasMax, entry.extras + regained);
  entry.extrasAt += regained * extraEveryMs;
  if (entry.extras === 0) return null;
  entry.extras -= 1;
  return ask(entry, issuer, reach, now);
}
