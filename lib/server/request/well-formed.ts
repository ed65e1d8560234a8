import type { IncomingMessage } from "node:http";

/** Node's default. Beyond it, Node silently drops the last lines, which are the proxy's. */
const headerLinesMax = 2_000;

/**
 * What is wrong with a request's form, as a sentence; null if nothing is. `endsIt`: its body can't be distinguished
 * from the next request on its connection.
 */
export function faultOf(incoming: IncomingMessage): { message: string; endsIt: boolean } | null {
  const { httpVersionMajor, httpVersion, headers, rawHeaders } = incoming;
  if (httpVersionMajor !== 1) return { message: "This server speaks HTTP/1.1", endsIt: true };
  // Recipients differ on where such a message ends (RFC 9112, 6.1 and 6.3).
  if (headers["transfer-encoding"] !== undefined && (httpVersion === "1.0" || headers["transfer-encoding"] === ""))
    return { message: "Transfer-Encoding is empty, or was sent with HTTP/1.0", endsIt: true };
  if (rawHeaders.length > 2 * headerLinesMax)
    return { message: `The request has too many header lines: at most ${headerLinesMax}`, endsIt: false };
  return isAddressed(incoming)
    ? null
    : { message: "The Host header or the request's target is missing or not valid", endsIt: false };
}

/** Path and query as sent; those of an absolute-form target (RFC 9112, 3.2.2); `/` for `*`. */
export function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  if (!URL.canParse(target)) return "/";
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/**
 * Whether target and Host form a valid URL. Next and NextAuth build one without checking. HTTP/1.0 requests need no
 * Host.
 */
function isAddressed({ url = "/", headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hasTarget = url.startsWith("/") || url === "*" || URL.canParse(url);
  return hasTarget && (host === undefined ? httpVersion === "1.0" : isHost(host) && !hasTwoHosts(rawHeaders));
}

/** Of two Host lines, Node reads the first, and a proxy in front of it perhaps the second (RFC 9112, 3.2: a 400). */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
}

/** The last valid host: almost every request names the same one. */
let goodHost = "";

function isHost(host: string): boolean {
  if (host === goodHost) return true;
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  goodHost = host;
  return true;
}

/** Can be decoded, and has no dot segments, through which Next would reach the API's routes again. */
export function isPlainPath(target: string): boolean {
  try {
    return !decodeURIComponent(target)
      .split(/[?#]/, 1)[0]
      ?.split(/[/\\]/)
      .some((segment) => segment === "." || segment === "..");
  } catch {
    return false;
  }
}
