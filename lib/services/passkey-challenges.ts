import type { SessionCaller } from "../auth/caller";
import { hashToken, newSessionToken } from "../crypto/token";
import { runtime } from "../runtime";

const lifetimeMs = 5 * 60_000;

/** What a challenge is for. One made for a session serves that session alone. `address`: of the client, as far as it can be believed. */
export type ChallengeUse = { purpose: "sign-in"; address: string } | { purpose: "create" | "prove"; caller: SessionCaller };

const purposeOf = (use: ChallengeUse): string => `passkey-${use.purpose}${"caller" in use ? ` ${use.caller.sessionId}` : ""}`;

/** A new challenge (256 random bits, base64url). In the database, since another process may get its answer. */
export async function issueChallenge(use: ChallengeUse, now = Date.now()): Promise<string> {
  const challenge = newSessionToken();
  const userId = "caller" in use ? use.caller.userId : null;
  await runtime().db.oneTimeChallenge.create({ data: { purpose: purposeOf(use), userId, valueHash: hashToken(challenge), expiresAt: new Date(now + lifetimeMs) } });
  return challenge;
}

/** Whether the challenge was issued for this use and still holds. It is spent by this, whatever comes after: of two answers at once one wins. */
export async function spendChallenge(use: ChallengeUse, challenge: string, now = Date.now()): Promise<boolean> {
  const { count } = await runtime().db.oneTimeChallenge.deleteMany({ where: { purpose: purposeOf(use), valueHash: hashToken(challenge), expiresAt: { gt: new Date(now) } } });
  return count === 1;
}
