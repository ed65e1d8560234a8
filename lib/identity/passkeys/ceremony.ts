import { isUnavailable } from "../../db/failures";
import { AppError } from "../../errors";
import type { Site } from "../site";
import { type ChallengeUse, spendChallenge } from "./challenges";

/** What creating a passkey and signing in with one share (WebAuthn level 3, 7.1 and 7.2). */

/** Loaded when a passkey is first used: most processes never need it. */
export const webauthn = () => import("@simplewebauthn/server");

export const expectations = ({ rpId, origins }: Site, use: ChallengeUse) => ({
  expectedChallenge: (challenge: string) => spendChallenge(use, challenge),
  expectedOrigin: origins,
  expectedRPID: rpId,
});

/**
 * The library throws at the first problem, with messages for developers that may quote what was sent. Throws
 * PASSKEY_REFUSED for it, and lets an unavailable database be answered as such.
 */
export async function refuseFaults<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    if (isUnavailable(cause)) throw cause;
    throw new AppError("PASSKEY_REFUSED", { cause });
  }
}

/** The account's id, as authenticators keep it. */
export const userHandle = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId, "utf8"));
