import { selectionOf } from "../crypto/covered-columns";
import { hashToken, newSessionToken } from "../crypto/token";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { renewedSessionCookie, readSessionToken } from "../http/cookies/session-cookie";

/**
 * Notes that the session's user proved who they are just now, and gives the session another token (ASVS 5.0, 7.2.4): the
 * one in `cookies` is refused from then on. The session stays the same one, and ends when it would have ended. Returns
 * the `Set-Cookie` that carries the new token, as at sign-in.
 * Throws AUTH_REQUIRED if the token is no longer the session's: of two proofs at once with one token, one counts.
 */
export async function recordReauthentication(
  sessionId: string,
  cookies: string | null,
  now = Date.now(),
): Promise<string> {
  const presented = await readSessionToken(cookies);
  const token = newSessionToken();
  const session =
    presented === null
      ? null
      : await renew(sessionId, { former: hashToken(presented), tokenHash: hashToken(token), provenAt: new Date(now) });
  if (!session) throw new AppError("AUTH_REQUIRED");
  return renewedSessionCookie(cookies, { userId: session.userId, token, expiresAt: session.expiresAt }, now);
}

/** In one write: a session never has two tokens, nor one that nobody was told. Null where `former` is the session's no longer. */
async function renew(
  id: string,
  { former, ...renewed }: { former: string; tokenHash: string; provenAt: Date },
): Promise<{ userId: string; expiresAt: Date } | null> {
  const { db, rights } = runtime();
  for (;;) {
    const session = await db.session.findFirst({ where: { id, tokenHash: former }, select: selectionOf("Session") });
    if (!session || !rights.isGenuine("Session", session)) return null;
    const { count } = await db.session.updateMany({
      where: { id, mac: session.mac },
      data: rights.sign("Session", { ...session, ...renewed }),
    });
    // Else another request of its user's was noted meanwhile, or this was.
    if (count === 1) return session;
  }
}
