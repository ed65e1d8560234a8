import { selectionOf } from "../crypto/covered-columns";
import { hashToken, newRandomToken } from "../crypto/token";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { renewedSessionCookie, readSessionToken } from "../http/cookies/session-cookie";

/**
 * Records a re-authentication and gives the session a new token (ASVS 5.0, 7.2.4). The token in `cookies` is refused
 * from then on. The session keeps its id and expiry. Returns the `Set-Cookie` header with the new token, as at sign-in.
 * Throws AUTH_REQUIRED if the token is no longer the session's: of two concurrent re-authentications with one token,
 * only one succeeds.
 */
export async function recordReauthentication(
  sessionId: string,
  cookies: string | null,
  now = Date.now(),
): Promise<string> {
  const presented = await readSessionToken(cookies);
  const token = newRandomToken();
  const session =
    presented === null
      ? null
      : await renew(sessionId, { former: hashToken(presented), tokenHash: hashToken(token), provenAt: new Date(now) });
  if (!session) throw new AppError("AUTH_REQUIRED");
  return renewedSessionCookie(cookies, { userId: session.userId, token, expiresAt: session.expiresAt }, now);
}

/**
 * A single write, so that a session never has two tokens, or one that nobody received. Returns null if `former` is no
 * longer the session's token.
 */
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
    // If nothing was updated, a concurrent request has changed the row: try again.
    if (count === 1) return session;
  }
}
