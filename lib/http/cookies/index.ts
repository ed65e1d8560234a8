import { runtime } from "../../runtime";

/**
 * A cookie's name: behind TLS with the prefix that browsers keep for cookies of this very host, sent by TLS alone and
 * with every path (RFC 6265bis, 4.1.3.2), so that no neighbour under the same domain can plant one.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** Of the session's cookie, as NextAuth calls it. */
export const sessionCookieName = "next-auth.session-token";

function cookiesIn(header: string): Map<string, string> {
  return new Map(
    header.split(";").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** What the request brings under a name, prefixed or not; null for nothing. */
export function readCookie(header: string | null, name: string): string | null {
  if (!header) return null;
  const cookies = cookiesIn(header);
  const prefixed = cookies.get(cookieName(name, true));
  // Only TLS sites can set the prefixed name: where the vault is known to be one, a plain cookie was planted.
  return prefixed || (isKnownForTls() ? null : cookies.get(name) || null);
}

function isKnownForTls(): boolean {
  const { NEXTAUTH_URL, TLS_CERT_FILE } = runtime().settings;
  return TLS_CERT_FILE !== undefined || (NEXTAUTH_URL?.startsWith("https:") ?? false);
}

/** Whether what `readCookie` reads came under the prefixed name. */
export const isPrefixed = (header: string | null, name: string): boolean =>
  Boolean(cookiesIn(header ?? "").get(cookieName(name, true)));

/** Whether the answer's cookies go through TLS alone: as NEXTAUTH_URL says, or else the request, whose header the server has cleaned. */
export function isOverTls(header: (name: string) => string | null | undefined): boolean {
  return runtime().settings.NEXTAUTH_URL === undefined ? header("x-forwarded-proto") === "https" : isKnownForTls();
}
