import type { IncomingMessage } from "node:http";
import { plainAddress } from "../../auth/grants/address-ranges";
import type { Settings } from "../../env";
import { isLoopback } from "../../loopback";
import { runtime } from "../../runtime";
import { isTrustedProxy } from "./client-address";

/**
 * Whether a request over loopback names this vault: as localhost, by a loopback address, or as the settings do. A page
 * of any site can make this machine's browser send requests here under its own host name, resolved to 127.0.0.1 (DNS
 * rebinding); to the browser, that page and the vault are then one site. Requests from other hosts are not judged, nor
 * those from a trusted proxy, which decides itself which hosts it serves.
 */
export function isForKnownHost({ headers: { host }, socket }: IncomingMessage): boolean {
  // HTTP/1.0, which no browser speaks, does not require a Host.
  if (host === undefined || !isLoopbackAddress(socket.localAddress ?? "")) return true;
  return isKnown(host, runtime().settings) || isTrustedProxy(socket.remoteAddress ?? "");
}

/** A loopback address, including IPv4 in IPv6 notation. */
const isLoopbackAddress = (address: string) => isLoopback(plainAddress(address));

/** The last known host: almost every request names the same one. */
let known: { host: string; settings: Settings } | undefined;

function isKnown(host: string, settings: Settings): boolean {
  if (known?.host === host && known.settings === settings) return true;
  const { hostname } = new URL(`http://${host}`);
  const named = [
    settings.HOST,
    ...(settings.NEXTAUTH_URL === undefined ? [] : [new URL(settings.NEXTAUTH_URL).hostname]),
  ];
  if (!isLoopback(hostname) && !named.includes(hostname)) return false;
  known = { host, settings };
  return true;
}
