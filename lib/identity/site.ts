import { runtime } from "../runtime";

/** The site of a request in WebAuthn terms: the domain that passkeys belong to, and its pages' origins. */
export type Site = { rpId: string; origins: string[] };

/**
 * The site according to NEXTAUTH_URL, or else the request's own host. A page elsewhere can't make a browser send
 * another host, and the browser signs the origin that it saw. Behind a proxy that ends TLS only the host is known, so
 * both schemes are accepted; browsers themselves allow passkeys over plain HTTP on localhost only.
 */
export function siteOf(header: (name: string) => string | null | undefined): Site {
  const publicOrigin = runtime().settings.NEXTAUTH_URL;
  if (publicOrigin) return { rpId: new URL(publicOrigin).hostname, origins: [publicOrigin] };
  const origins = ["https", "http"].map((scheme) => new URL(`${scheme}://${header("host") ?? "localhost"}`).origin);
  return { rpId: new URL(origins[0] ?? "").hostname, origins };
}

/**
 * The origins where a passkey may be used. If NEXTAUTH_URL is set, that is the one. Otherwise it is the origin where
 * the passkey was created: a browser allows a passkey on every port of a host name, and another port may belong to
 * somebody else. A passkey from before origins were stored may be used where this vault certainly is, at its own port
 * or the host name's default one; its first use decides.
 */
export function originsOf({ origin }: { origin: string | null }, { rpId, origins }: Site): string[] {
  const { NEXTAUTH_URL, PORT, TLS_CERT_FILE } = runtime().settings;
  if (NEXTAUTH_URL) return origins;
  if (origin !== null) return [origin];
  return [`${TLS_CERT_FILE ? "https" : "http"}://${rpId}:${PORT}`, `https://${rpId}`].map((url) => new URL(url).origin);
}
