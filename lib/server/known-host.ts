import type { IncomingMessage } from "node:http";
import type { Settings } from "../env";
import { isLoopback } from "../loopback";
import { runtime } from "../runtime";
import { isTrustedProxy } from "./client-address";

/**
 * Whether a request that came over loopback names this vault: as localhost, by a loopback address, or as the settings do.
 * A page of any site can make the browser on this machine send requests here, under a name of its own that it has resolve
 * to 127.0.0.1 (DNS rebinding): to the browser that page and the vault are one site then. What another host sends is not
 * judged, nor what a trusted proxy passes on, which decides itself for whom it answers.
 */
export function isForKnownHost({ headers: { host }, socket }: IncomingMessage): boolean {
  // HTTP/1.0, which no browser speaks, need not name one.
  if (host === undefined || !isLoopbackAddress(socket.localAddress ?? "")) return true;
  return isKnown(host, runtime().settings) || isTrustedProxy(socket.remoteAddress ?? "");
}

/** An address of this machine alone, IPv4 as IPv6 sockets spell it included. */
const isLoopbackAddress = (address: string) => isLoopback(address.replace(/^::ffff:(?=\d+\.)/i, ""));

/** The last host that was known: almost every request names the same one. */
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
