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
  `${its} certificate ${state}, or the clock of this machine is wrong: ${otherwise}, or set the clock.`;
const untrusted = (its: string) =>
  `${its} certificate is from no authority that is trusted here. If the authority is your own, name its certificate in NODE_EXTRA_CA_CERTS; if not, somebody may be in between.`;
const cutOff = () => "The connection was cut off before the answer was complete.";
const noWay = () => "There is no way to it from this network. Check the connection, and whether it needs a VPN.";

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
    `${its} certificate is for another name. Use the name that it is for; if that was right, somebody may be in between.`,
  EPROTO: () => "TLS failed: it may speak none there. Check https:// and the port.",
  ENOTFOUND: (its) => `${its} name is unknown here. Check the address for a typing error, and the DNS of this network.`,
  EAI_AGAIN: (its) => `${its} name can't be looked up now. Check the DNS of this network, or try again.`,
  ECONNREFUSED: () => "Nothing listens there. Check the address and its port, and whether it is running.",
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
      ...(mayBeDone ? ["What was asked for may be done all the same: look before you repeat it."] : []),
      ...(!mayBeDone && advice[code] === cutOff ? ["Try again."] : []),
    ].join(" "),
  );
}
