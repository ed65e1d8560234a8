import { encode } from "next-auth/jwt";
import type { SessionCaller } from "../../auth/caller";
import { findSession } from "../../auth/credentials/session";
import { runtime } from "../../runtime";
import { cookieName, isPrefixed, readCookie, sessionCookieName } from ".";
import { openToken } from "./sealed-token";

/** The token in a session cookie, whether or not the session is active; null if this vault did not issue it. */
export async function readSessionToken(cookieHeader: string | null | undefined): Promise<string | null> {
  const jwt = readCookie(cookieHeader ?? null, sessionCookieName);
  if (!jwt) return null;
  const payload = await openToken({ token: jwt, secret: runtime().sessionSecret }).catch(() => null);
  return typeof payload?.sessionToken === "string" ? payload.sessionToken : null;
}

/** The caller of a session cookie, or null if there is no active session. */
export async function authenticateSession(cookieHeader: string | null): Promise<SessionCaller | null> {
  const token = await readSessionToken(cookieHeader);
  return token === null ? null : findSession(token);
}

/**
 * `Set-Cookie` for a session's new token, under the name that the request used. Under another name, the old cookie
 * would remain.
 */
export async function renewedSessionCookie(
  cookies: string | null,
  { userId, token, expiresAt }: { userId: string; token: string; expiresAt: Date },
  now = Date.now(),
): Promise<string> {
  const maxAge = Math.ceil((expiresAt.getTime() - now) / 1000);
  const sealed = await encode({ token: { sub: userId, sessionToken: token }, secret: runtime().sessionSecret, maxAge });
  const secure = isPrefixed(cookies, sessionCookieName);
  return `${cookieName(sessionCookieName, secure)}=${sealed}; Path=/; Expires=${expiresAt.toUTCString()}; HttpOnly${secure ? "; Secure" : ""}; SameSite=Lax`;
}
