import type { SignInMethod } from "../../contracts/people/account";
import { hashToken } from "../../crypto/tokens/token";
import type { Tx } from "../../db/client";
import { lockSessions } from "../../db/transactions/isolation";
import { runtime } from "../../runtime";
import { displayName, sessionSubject } from "../activity/account-subjects";
import { newRecord, personAs, recordIn } from "../activity/activity";
import type { RequestFacts } from "../caller";
import { transactionInTurn } from "../transaction-in-turn";

/** Ends the session of a person who signs out. */
export async function endSession(token: string, request: RequestFacts | null = null): Promise<void> {
  const { db, databaseKind } = runtime();
  const where = { tokenHash: hashToken(token) };
  const session = await db.session.findUnique({
    where,
    select: { id: true, userId: true, method: true, user: { select: { name: true, email: true } } },
  });
  if (!session) return;
  const { id, userId, method, user } = session;
  const end = async (tx: Tx) => {
    await lockSessions(tx, databaseKind, userId);
    const { count } = await tx.session.deleteMany({ where });
    if (count === 0) return;
    const actor = personAs(userId, displayName(user));
    const subject = sessionSubject(id, method as SignInMethod);
    await recordIn(tx, newRecord({ owner: userId, action: "session.sign-out", actor, request, subject }));
  };
  await transactionInTurn(userId, end, { line: "endings" });
}
