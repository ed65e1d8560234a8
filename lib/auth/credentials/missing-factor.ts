import type { ContractSpec } from "../../contracts/contract";
import { AppError } from "../../errors";
import type { Caller } from "../caller";

/**
 * Throws SECOND_FACTOR_MISSING if the vault requires a second factor that the session's user lacks, unless the contract
 * is exempt: reading the account, re-authenticating, setting up a factor. A user with a passkey can't set up another
 * factor with the password alone: they sign in with the passkey. Access keys are exempt.
 */
export function requireSecondFactor(caller: Caller, { mfaExempt }: Pick<ContractSpec, "mfaExempt">): void {
  if (caller.kind !== "session" || caller.missingFactor === undefined || mfaExempt === "any") return;
  if (caller.missingFactor === "none-yet" && mfaExempt === "set-up") return;
  throw new AppError("SECOND_FACTOR_MISSING");
}
