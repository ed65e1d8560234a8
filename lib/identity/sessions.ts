import { sessionSubject } from "../auth/activity/account-subjects";
import { recordIn } from "../auth/activity/activity";
import type { SessionCaller } from "../auth/caller";
import { deviceName } from "../auth/credentials/device-name";
import { endMailLinks } from "../auth/mail/mail-links";
import { sessionIdleMsMax } from "../auth/credentials/session";
import { transactionInTurn } from "../auth/transaction-in-turn";
import type { SignInMethod } from "../contracts/people/account";
import type { Session } from "../contracts/people/sessions";
import type { Tx } from "../db/client";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { instant } from "../db/instants";
import { lockOwnSessions } from "./accounts/account-row";
import { ownRecord } from "./accounts/own-record";

/** Active sessions, most recently seen first. */
export async function listSessions({ userId, sessionId }: SessionCaller, now = Date.now()): Promise<Session[]> {
  const rows = await runtime().db.session.findMany({
    where: { userId, expiresAt: { gt: new Date(now) }, lastSeenAt: { gt: new Date(now - sessionIdleMsMax()) } },
    orderBy: [{ lastSeenAt: "desc" }, { createdAt: "desc" }, { id: "asc" }],
  });
  return rows.map(({ id, userAgent, address, method, lastSeenAt, createdAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    method: method as SignInMethod,
    current: id === sessionId,
    lastSeenAt: instant(lastSeenAt),
    createdAt: instant(createdAt),
  }));
}

const endingSessions = (userId: string, work: (tx: Tx) => Promise<void>) =>
  transactionInTurn(userId, work, { line: "endings" });

export async function endSession(caller: SessionCaller, id: string): Promise<void> {
  const { userId } = caller;
  await endingSessions(userId, async (tx) => {
    await lockOwnSessions(tx, caller);
    const session = await tx.session.findFirst({ where: { id, userId }, select: { method: true } });
    if (!session) throw new AppError("SESSION_NOT_FOUND");
    await tx.session.deleteMany({ where: { id, userId } });
    // Whoever had it may have asked for an address of theirs.
    if (id !== caller.sessionId) await endMailLinks(tx, userId, ["confirm-email"]);
    await recordIn(tx, ownRecord(caller, "session.end", sessionSubject(id, session.method as SignInMethod)));
  });
}

export async function endOtherSessions(caller: SessionCaller): Promise<void> {
  const { userId, sessionId } = caller;
  await endingSessions(userId, async (tx) => {
    await lockOwnSessions(tx, caller);
    const { count } = await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    await endMailLinks(tx, userId, ["confirm-email"]);
    if (count > 0) await recordIn(tx, ownRecord(caller, "session.end-others", sessionSubject(null, null)));
  });
}
