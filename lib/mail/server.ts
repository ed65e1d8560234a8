import { isLoopback } from "../loopback";

/*
 * The mail server of a setting: how it is reached, and what a fault of it is called.
 */

/** From the look-up of the server's name to its answer to the whole e-mail (ms). */
export const attemptMsMax = 30_000;

/**
 * How the server is reached. Beyond this machine it must speak TLS and show a valid certificate, so that nobody on the
 * way reads the login or a link. To this machine nothing is on the way, and servers there rarely have a certificate.
 */
export function optionsOf(url: string, milliseconds = attemptMsMax) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const isNear = !secure && isLoopback(hostname);
  return {
    host,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isNear,
    tls: { rejectUnauthorized: !isNear },
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // Otherwise nodemailer would leave the login out for a server that offers none, and nobody would know.
      forceAuth: true,
    }),
    // No part of an e-mail is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
  };
}

export type SmtpError = Error & { code?: string; originalCode?: string; responseCode?: number; command?: string };

/**
 * The fault's code, with the server's answer if there was one. nodemailer calls a refused connection, an unknown
 * certificate and a server without TLS all ESOCKET: what the system said tells them apart.
 */
export function codeOf({ code = "UNKNOWN", originalCode, responseCode = 0 }: SmtpError): string {
  const name = originalCode ?? code;
  return responseCode > 0 ? `${name} ${responseCode}` : name;
}
