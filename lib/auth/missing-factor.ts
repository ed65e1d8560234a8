import type { ContractSpec } from "../contracts/contract";
import { AppError } from "../errors";
import type { Caller } from "./caller";

/**
 * Throws SECOND_FACTOR_MISSING when the vault asks for a second factor that the session's user lacks, for all but what its
 * contract names: to see the account, to prove who one is, and to set a factor up. Who has a passkey sets up no other
 * factor with a password alone: they sign in by it. Access keys are machines' credentials: they are not asked.
 */
export function requireSecondFactor(caller: Caller, { mfaExempt }: Pick<ContractSpec, "mfaExempt">): void {
  if (caller.kind !== "session" || caller.missingFactor === undefined || mfaExempt === "any") return;
  if (caller.missingFactor === "none-yet" && mfaExempt === "set-up") return;
  throw new AppError("SECOND_FACTOR_MISSING");
}
