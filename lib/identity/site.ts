import { runtime } from "../runtime";

/** The site of a request in WebAuthn terms: the domain that passkeys belong to, and its pages' origins. */
export type Site = { rpId: string; origins: string[] };

/**
 * NEXTAUTH_URL's, or else the request's own host: a page elsewhere can't make a browser name another one, and the
 * browser signs over the origin that it saw. Behind a proxy that ends TLS only the host is known, so both schemes pass;
 * browsers themselves use passkeys over plain HTTP on localhost alone.
 */
export function siteOf(header: (name: string) => string | null | undefined): Site {
  const publicOrigin = runtime().settings.NEXTAUTH_URL;
  if (publicOrigin) return { rpId: new URL(publicOrigin).hostname, origins: [publicOrigin] };
  const origins = ["https", "http"].map((scheme) => new URL(`${scheme}://${header("host") ?? "localhost"}`).origin);
  return { rpId: new URL(origins[0] ?? "").hostname, origins };
}

/**
 * The origins at which a passkey may answer. NEXTAUTH_URL's, where it is set. Else the one of the page that it was made
 * on: a browser lets every port of a host name use its passkeys, and another port may be somebody else's. One that was
 * made before origins were kept answers where this vault surely is, its own port, or the host name's default one; the
 * first time decides.
 */
export function originsOf({ origin }: { origin: string | null }, { rpId, origins }: Site): string[] {
  const { NEXTAUTH_URL, PORT, TLS_CERT_FILE } = runtime().settings;
  if (NEXTAUTH_URL) return origins;
  if (origin !== null) return [origin];
  return [`${TLS_CERT_FILE ? "https" : "http"}://${rpId}:${PORT}`, `https://${rpId}`].map((url) => new URL(url).origin);
}
