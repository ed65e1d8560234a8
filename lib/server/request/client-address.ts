import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import type { TLSSocket } from "node:tls";
import { addressRanges, isInRanges, plainAddress } from "../../auth/grants/address-ranges";
import { runtime } from "../../runtime";

/**
 * The client's address: the peer, or if that is a trusted proxy, the address that the proxies report. X-Forwarded-For
 * is read from its end, since each proxy appends; the first address that is not a trusted proxy is the last one to
 * believe.
 */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const reported = headers["x-forwarded-for"];
  if (reported === undefined) return plainAddress(socket.remoteAddress ?? "");
  const proxies = trustedProxies();
  const named = [reported]
    .flat()
    .join(",")
    .split(",")
    .map((text) => text.trim());
  let address = plainAddress(socket.remoteAddress ?? "");
  while (named.length > 0 && isInRanges(proxies, address)) {
    const next = plainAddress(named.pop() ?? "");
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** Whether this peer is one of TRUSTED_PROXIES. */
export const isTrustedProxy = (address: string): boolean => isInRanges(trustedProxies(), address);

/**
 * Whether a request came over TLS: to this server itself, or according to the proxy that terminated it. Without trusted
 * proxies, only peers on this machine or a private network are believed. This decides only over the caller's own
 * cookies.
 */
export function cameByTls({ headers, socket }: IncomingMessage): boolean {
  if ((socket as Partial<TLSSocket>).encrypted === true) return true;
  if (headers["x-forwarded-proto"] !== "https") return false;
  return isInRanges(
    runtime().settings.TRUSTED_PROXIES.length > 0 ? trustedProxies() : neighbours,
    plainAddress(socket.remoteAddress ?? ""),
  );
}

/** This machine and private networks (RFC 1918, RFC 3927, RFC 4193, RFC 4291). */
const neighbours = addressRanges([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

let built: { of: readonly string[]; list: BlockList } | undefined;

function trustedProxies(): BlockList {
  const of = runtime().settings.TRUSTED_PROXIES;
  if (built?.of !== of) built = { of, list: addressRanges(of) };
  return built.list;
}
