import type { createLocalJWKSet, JSONWebKeySet } from "jose";
import { isLoopback } from "../loopback";
import type { Reach } from "../outbound/public-addresses";
import { type OutboundResponse, sendOutbound } from "../outbound/request";

/*
 * What an issuer publishes: its metadata (OpenID Connect Discovery 1.0, 4) and its keys (RFC 7517).
 */

/** An issuer can't be reached, or its answer is invalid. Callers are not told which. */
export class IssuerUnavailable extends Error {}

/** Both documents together, from the look-up of the name on (ms). */
const askingMsMax = 3_000;
/** The largest, the keys of the big public providers, have some tens of KiB. */
const documentBytesMax = 256 * 1024;
const keysMax = 100;

/** How long a document may be kept at least, at most, and if its issuer says nothing (ms). */
const keptMsMin = 30_000;
const keptMsMax = 24 * 60 * 60_000;
const keptMsDefault = 10 * 60_000;

/** How long a document may be kept by its own headers (RFC 9111, 5.2.2), within bounds (ms). */
export function keptMs(cacheControl: string | null): number {
  const directives = (cacheControl ?? "")
    .toLowerCase()
    .split(",")
    .map((directive) => directive.trim());
  if (directives.includes("no-store") || directives.includes("no-cache")) return keptMsMin;
  const age = directives.find((directive) => directive.startsWith("max-age="))?.slice("max-age=".length);
  const seconds = Number(age?.replaceAll('"', "") || Number.NaN);
  if (!Number.isFinite(seconds)) return keptMsDefault;
  return Math.min(keptMsMax, Math.max(keptMsMin, seconds * 1000));
}

/** `keptUntil`: by the clock that nobody sets (`performance.now`, ms). */
export type IssuerKeys = { find: ReturnType<typeof createLocalJWKSet>; keptUntil: number };

/**
 * Asks an issuer for its keys. Nothing it publishes leads to anywhere but the internet, or for an issuer on this machine,
 * to itself. Throws IssuerUnavailable.
 */
export async function askForKeys(issuer: string, reach: Reach): Promise<IssuerKeys> {
  const began = performance.now();
  try {
    const own = new URL(issuer);
    const isHere = isLoopback(own.hostname);
    const ask = async (url: URL) => {
      const milliseconds = Math.ceil(began + askingMsMax - performance.now());
      const headers = { Accept: "application/json", "User-Agent": "Secrets-Vault/1" };
      const request = { method: "GET", headers, reach, milliseconds, bodyBytesMax: documentBytesMax } as const;
      return jsonOf(await sendOutbound(url, request));
    };
    const metadata = await ask(new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`));
    // Even if only a slash differs (OpenID Connect Discovery 1.0, 4.3).
    if (metadata.json.issuer !== issuer) throw new IssuerUnavailable("another issuer");
    const keysAt = new URL(String(metadata.json.jwks_uri));
    const isElsewhere = isHere
      ? keysAt.origin !== own.origin
      : keysAt.protocol !== "https:" || isLoopback(keysAt.hostname);
    if (isElsewhere) throw new IssuerUnavailable("keys elsewhere");
    const keys = await ask(keysAt);
    if (!Array.isArray(keys.json.keys) || keys.json.keys.length > keysMax) throw new IssuerUnavailable("no keys");
    const { createLocalJWKSet } = await import("jose");
    return {
      find: createLocalJWKSet(keys.json as unknown as JSONWebKeySet),
      keptUntil: began + Math.min(keptMs(metadata.cacheControl), keptMs(keys.cacheControl)),
    };
  } catch (cause) {
    // An account's owner may name any port of this machine: how long it takes must not tell what is there.
    if (isLoopback(hostnameOf(issuer))) await until(began + askingMsMax);
    throw cause instanceof IssuerUnavailable ? cause : new IssuerUnavailable("not asked", { cause });
  }
}

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "");

type Answer = { json: Record<string, unknown>; cacheControl: string | null };

function jsonOf({ status, header, text }: OutboundResponse): Answer {
  if (status !== 200) throw new IssuerUnavailable("status");
  const json: unknown = JSON.parse(text);
  if (typeof json !== "object" || json === null) throw new IssuerUnavailable("no object");
  return { json: json as Answer["json"], cacheControl: header("cache-control") };
}

/** Resolves at a moment of the clock that nobody sets (`performance.now`, ms). */
export const until = (at: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
