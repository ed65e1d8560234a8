import { sessionSubject } from "../auth/activity/account-subjects";
import { recordIn } from "../auth/activity/activity";
import { recordAfterReply } from "../auth/activity/record-after-reply";
import type { SessionCaller } from "../auth/caller";
import { transactionInTurn } from "../auth/transaction-in-turn";
import type { SignInMethod } from "../contracts/people/account";
import { selectionOf } from "../crypto/macs/covered-columns";
import { hashToken, newRandomToken } from "../crypto/tokens/token";
import type { Tx } from "../db/client";
import { lockSessions } from "../db/transactions/isolation";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { renewedSessionCookie, readSessionToken } from "../http/cookies/session-cookie";
import { ownRecord } from "./accounts/own-record";

/**
 * Records a re-authentication by this method and gives the session a new token (ASVS 5.0, 7.2.4). The token in `cookies` is refused
 * from then on. The session keeps its id and expiry. Returns the `Set-Cookie` header with the new token, as at sign-in.
 * Throws AUTH_REQUIRED if the token is no longer the session's: of two concurrent re-authentications with one token,
 * only one succeeds.
 */
export async function recordReauthentication(
  caller: SessionCaller,
  method: SignInMethod,
  cookies: string | null,
  now = Date.now(),
): Promise<string> {
  const presented = await readSessionToken(cookies);
  const token = newRandomToken();
  const session =
    presented === null
      ? null
      : await renew(caller, method, {
          former: hashToken(presented),
          tokenHash: hashToken(token),
          provenAt: new Date(now),
        });
  if (!session) throw new AppError("AUTH_REQUIRED");
  return renewedSessionCookie(cookies, { userId: session.userId, token, expiresAt: session.expiresAt }, now);
}

/** Records that somebody did not prove who they are: with a wrong password, code or passkey. */
export const recordRefusedReauthentication = (caller: SessionCaller, method: SignInMethod): void =>
  recordAfterReply(
    ownRecord(caller, "session.confirm", sessionSubject(caller.sessionId, method), { outcome: "refused" }),
  );

/**
 * A single write, so that a session never has two tokens, or one that nobody received. Returns null if `former` is no
 * longer the session's token. It waits for nobody who changes the account or its vault: whoever wants to end a thief's sessions
 * confirms who they are first.
 */
async function renew(
  caller: SessionCaller,
  method: SignInMethod,
  { former, ...renewed }: { former: string; tokenHash: string; provenAt: Date },
): Promise<{ userId: string; expiresAt: Date } | null> {
  const { sessionId: id, userId } = caller;
  const { db, databaseKind, rights } = runtime();
  for (;;) {
    const session = await db.session.findFirst({ where: { id, tokenHash: former }, select: selectionOf("Session") });
    if (!session || !rights.isGenuine("Session", session)) return null;
    const write = async (tx: Tx) => {
      await lockSessions(tx, databaseKind, userId);
      const { count } = await tx.session.updateMany({
        where: { id, mac: session.mac },
        data: rights.sign("Session", { ...session, ...renewed }),
      });
      if (count === 1) await recordIn(tx, ownRecord(caller, "session.confirm", sessionSubject(id, method)));
      return count === 1;
    };
    const isRenewed = await transactionInTurn(userId, write, { line: "endings" });
    // If nothing was updated, a concurrent request has changed the row: try again.
    if (isRenewed) return session;
  }
}
