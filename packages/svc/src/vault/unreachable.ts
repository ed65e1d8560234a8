import { CliError } from "../cli-error";

/** What could not be reached, and how far the request got. */
export type Attempt = {
  /** The server's address, with what it is called: `The vault at https://vault.example.com`. */
  server: string;
  /** The host of the proxy that it went through. */
  proxy: string | null;
  /** Whether it failed on the way to that proxy. */
  atProxy: boolean;
  /** The request was sent, and changes something. */
  mayBeDone: boolean;
};

const clock = (state: string, otherwise: string) => (its: string) =>
  `${its} certificate ${state}, or this machine's clock is wrong: ${otherwise}, or set the clock.`;
const untrusted = (its: string) =>
  `${its} certificate was not issued by an authority that is trusted here. If the authority is your own, name its certificate in NODE_EXTRA_CA_CERTS; if not, somebody may be intercepting the connection.`;
const cutOff = () => "The connection was cut off before the answer was complete.";
const noWay = () => "It can't be reached from this network. Check the connection, and whether it needs a VPN.";

/** By the codes of Node and OpenSSL: what that means, and what to do. They get "Its", or whose it is. */
const advice: Readonly<Record<string, (its: string) => string>> = {
  CERT_HAS_EXPIRED: clock("has expired", "renew the certificate"),
  CERT_NOT_YET_VALID: clock("is not valid yet", "wait until it is"),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: (its) =>
    `${its} certificate is for a different name. Use the name it was issued for; if the name was right, somebody may be intercepting the connection.`,
  EPROTO: () => "TLS failed: there may be no TLS on that port. Check https:// and the port.",
  ENOTFOUND: (its) => `${its} name is unknown here. Check the address for a typo, and the DNS of this network.`,
  EAI_AGAIN: (its) => `${its} name can't be looked up now. Check the DNS of this network, or try again.`,
  ECONNREFUSED: () => "Nothing is listening there. Check the address and its port, and whether it is running.",
  ECONNRESET: cutOff,
  EPIPE: cutOff,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
};

/** A network error that says what happened, and what to do about it where that is known. */
export function unreachable(code: string, { server, proxy, atProxy, mayBeDone }: Attempt): CliError {
  const through = proxy === null ? "" : ` through the proxy ${proxy}`;
  return new CliError(
    "network",
    [
      `${server} can't be reached${through} (${code}).`,
      ...(Object.hasOwn(advice, code) ? [advice[code]?.(atProxy ? "The proxy's" : "Its")] : []),
      ...(mayBeDone ? ["The request may have gone through anyway: check before you repeat it."] : []),
      ...(!mayBeDone && advice[code] === cutOff ? ["Try again."] : []),
    ].join(" "),
  );
}
