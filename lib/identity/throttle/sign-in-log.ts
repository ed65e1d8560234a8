import type { RequestFacts } from "../../auth/caller";
import type { SignInMethod } from "../../contracts/people/account";
import { log } from "../../log";
import type { GivenFactor } from "../login";

/**
 * `code`: an authenticator or recovery code; `passkey`: a passkey in addition to the password; `own`: a passkey alone,
 * which counts as two factors.
 */
export type UsedFactor = GivenFactor | "own";

/** Logs a sign-in that started a session: method, factor and account id. */
export function noteSignIn(
  { id: requestId }: RequestFacts,
  { method, secondFactor, userId }: { method: SignInMethod; secondFactor: UsedFactor; userId: string },
): void {
  log.info({ event: "signed-in", method, secondFactor, userId, requestId });
}

/**
 * Logs a sign-in that started no session, with its error code. No e-mail or network address is logged, since anybody
 * can claim any.
 */
export function noteRefusedSignIn({ id: requestId }: RequestFacts, method: SignInMethod, code: string): void {
  log.info({ event: "sign-in-refused", method, code, requestId });
}
