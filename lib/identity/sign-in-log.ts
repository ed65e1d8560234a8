import type { SignInMethod } from "../contracts/account";
import { log } from "../log";
import type { GivenFactor } from "./login";

/** `code`: of the authenticator, or a recovery code; `passkey`: one beside the password; `own`: a passkey alone, which is two factors itself. */
export type UsedFactor = GivenFactor | "own";

/** A line for a sign-in that began a session: by which way and factor, and whose, by the account's id. */
export function noteSignIn(method: SignInMethod, userId: string, secondFactor: UsedFactor): void {
  log.info({ event: "signed-in", method, secondFactor, userId });
}

/** A line for one that began none, with its code. No address of any kind: whose it was meant to be is anybody's claim. */
export function noteRefusedSignIn(method: SignInMethod, code: string): void {
  log.info({ event: "sign-in-refused", method, code });
}
