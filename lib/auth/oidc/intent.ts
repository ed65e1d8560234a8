import { decode, encode } from "next-auth/jwt";
import { runtime } from "../../runtime";

/** What a sign-in at the provider is for, when it is not for a new session: to link an identity, or to prove who sits there. */
export type Intent = {
  purpose: "link" | "prove";
  /** The session that began it: it alone may gain by it. */
  sessionId: string;
  /** The `state` of the one authorization request that it belongs to. */
  state: string;
  /** ms since the epoch; a proof must be younger. */
  startedAt: number;
  /** The path to go on to, on this site. */
  returnTo: string;
};

const cookieName = "svc.oidc-intent";
const lifetimeSeconds = 15 * 60;

/** `Set-Cookie` of an intent; of its removal for null. Sealed under the session secret, so it can be neither read nor made elsewhere. */
export async function intentCookie(intent: Intent | null, secure: boolean): Promise<string> {
  const value = intent ? await encode({ token: intent, secret: runtime().sessionSecret, salt: cookieName, maxAge: lifetimeSeconds }) : "";
  return `${cookieName}=${value}; Path=/api/auth; Max-Age=${intent ? lifetimeSeconds : 0}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The intent that belongs to an authorization answer's `state`; null when that was for a new session. */
export async function readIntent(cookieHeader: string | null, state: string | null): Promise<Intent | null> {
  const sealed = new RegExp(`(?:^|;)[ \\t]*${cookieName.replace(".", "\\.")}=([^;]+)`).exec(cookieHeader ?? "")?.[1];
  if (!sealed || !state) return null;
  const intent = (await decode({ token: sealed, secret: runtime().sessionSecret, salt: cookieName }).catch(() => null)) as unknown as Intent | null;
  return intent?.state === state ? intent : null;
}
