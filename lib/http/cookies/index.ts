import { runtime } from "../../runtime";

/**
 * A cookie's name. Over TLS it has the prefix `__Host-`: browsers then send it only to this exact host, only over TLS
 * and for every path (RFC 6265bis, 4.1.3.2), so no other host of the domain can plant one.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The session cookie's name in NextAuth. */
export const sessionCookieName = "next-auth.session-token";

function cookiesIn(header: string): Map<string, string> {
  return new Map(
    header.split(";").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** The request's cookie by name, with or without the prefix; null if there is none. */
export function readCookie(header: string | null, name: string): string | null {
  if (!header) return null;
  const cookies = cookiesIn(header);
  const prefixed = cookies.get(cookieName(name, true));
  // Only TLS sites can set the prefixed name. If this vault is one, an unprefixed cookie was planted.
  return prefixed || (isKnownForTls() ? null : cookies.get(name) || null);
}

function isKnownForTls(): boolean {
  const { NEXTAUTH_URL, TLS_CERT_FILE } = runtime().settings;
  return TLS_CERT_FILE !== undefined || (NEXTAUTH_URL?.startsWith("https:") ?? false);
}

/** Whether the cookie that `readCookie` returns had the prefix. */
export const isPrefixed = (header: string | null, name: string): boolean =>
  Boolean(cookiesIn(header ?? "").get(cookieName(name, true)));

/**
 * Whether the response's cookies are sent over TLS only: according to NEXTAUTH_URL, or else the request, whose headers
 * the server has cleaned.
 */
export function isOverTls(header: (name: string) => string | null | undefined): boolean {
  return runtime().settings.NEXTAUTH_URL === undefined ? header("x-forwarded-proto") === "https" : isKnownForTls();
}
