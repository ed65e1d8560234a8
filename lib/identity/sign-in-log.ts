import type { SignInMethod } from "../contracts/account";
import { log } from "../log";
import type { GivenFactor } from "./login";

/** `code`: of the authenticator, or a recovery code; `passkey`: one beside the password; `own`: a passkey alone, which is two factors itself. */
export type UsedFactor = GivenFactor | "own";

/** Logs a sign-in that started a session: method, factor and account id. */
export function noteSignIn(method: SignInMethod, userId: string, secondFactor: UsedFactor): void {
  log.info({ event: "signed-in", method, secondFactor, userId });
}

/** Logs a sign-in that started no session, with its code. No address of any kind: anybody can claim to be anybody. */
export function noteRefusedSignIn(method: SignInMethod, code: string): void {
  log.info({ event: "sign-in-refused", method, code });
}
