import type { SessionCaller } from "../../auth/caller";
import { countAttempt, refundAttempt } from "../throttle/throttle";
import { challengeTarget, ownChallengeTarget, type Target } from "../throttle/throttle-targets";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { hashToken, newRandomToken } from "../../crypto/tokens/token";
import { newRowId } from "../../db/row-id";
import { runtime } from "../../runtime";

const lifetimeMs = 5 * 60_000;

/**
 * A challenge's purpose. A challenge that was created for a session is valid only there. `address`: the client's
 * address, as far as it can be trusted.
 */
export type ChallengeUse =
  { purpose: "sign-in"; address: string } | { purpose: "create" | "prove"; caller: SessionCaller };

const purposeOf = (use: ChallengeUse): string =>
  `passkey-${use.purpose}${"caller" in use ? ` ${use.caller.sessionId}` : ""}`;

/** The target that the challenge is counted against. Each challenge is a row for 5 minutes. */
const targetOf = (use: ChallengeUse): Target =>
  "caller" in use ? ownChallengeTarget(use.caller.userId) : challengeTarget(use.address);

/**
 * Creates a challenge (256 random bits, base64url). It is stored in the database, since another process may receive the
 * response. Throws TOO_MANY_ATTEMPTS after too many from one address or user.
 */
export async function issueChallenge(use: ChallengeUse, now = Date.now()): Promise<string> {
  await countAttempt(targetOf(use));
  const challenge = newRandomToken();
  const userId = "caller" in use ? use.caller.userId : null;
  const { db, rights } = runtime();
  await db.oneTimeChallenge.create({
    data: rights.sign("OneTimeChallenge", {
      id: newRowId(),
      purpose: purposeOf(use),
      userId,
      valueHash: hashToken(challenge),
      expiresAt: new Date(now + lifetimeMs),
    }),
  });
  return challenge;
}

/**
 * Whether the challenge is valid for this use. Checking spends it: of two concurrent responses, only one is accepted.
 */
export async function spendChallenge(use: ChallengeUse, challenge: string, now = Date.now()): Promise<boolean> {
  const { db, rights } = runtime();
  const issued = await db.oneTimeChallenge.findUnique({
    where: { purpose_valueHash: { purpose: purposeOf(use), valueHash: hashToken(challenge) } },
    select: selectionOf("OneTimeChallenge"),
  });
  if (!issued || !rights.isGenuine("OneTimeChallenge", issued) || issued.expiresAt.getTime() <= now) return false;
  return (await db.oneTimeChallenge.deleteMany({ where: { id: issued.id } })).count === 1;
}

/** Refunds a challenge that served its purpose. */
export const forgiveChallenge = (use: ChallengeUse): Promise<void> => refundAttempt(targetOf(use));
