import { accountSubject, displayName } from "../../auth/activity/account-subjects";
import { newRecord, personAs, recordIn } from "../../auth/activity/activity";
import type { RequestFacts } from "../../auth/caller";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import type { RegisteredUser } from "../../contracts/people/account";
import { hashPassword, isSamePassword } from "../../crypto/tokens/password";
import { AppError, invalidField } from "../../errors";
import { changeAccount, holdAccount } from "../accounts/account-row";
import type { Owner } from "./context-words";
import { assertAcceptable } from "./policy";

/** A temporary password works for 24 hours, and only for setting one's own (ASVS 5.0, 6.4.1). */
export const temporaryPasswordMsMax = 24 * 60 * 60_000;

export const isExpired = (madeAt: Date, now = Date.now()): boolean => now - madeAt.getTime() >= temporaryPasswordMsMax;

/** Throws a 400 for the field `path` if the new password is the temporary one, in any normalisation. */
export function assertReplaced(password: string, made: string, path: string): void {
  if (isSamePassword(password, made)) throw invalidField(path, "is the temporary one: choose your own");
}

/** The temporary password given at sign-in, and its replacement. */
export type GivenPasswords = { password: string; newPassword?: string | undefined };

/** Why a correct temporary password does not sign its owner in; null if the new password can replace it. */
export async function faultOfReplacement(
  owner: Owner & { passwordMadeAt: Date },
  { password, newPassword }: GivenPasswords,
): Promise<AppError | null> {
  if (isExpired(owner.passwordMadeAt)) return new AppError("TEMPORARY_PASSWORD_EXPIRED");
  if (!newPassword) return new AppError("NEW_PASSWORD_REQUIRED");
  try {
    await assertAcceptable(newPassword, "newPassword", owner);
    assertReplaced(newPassword, password, "newPassword");
    return null;
  } catch (fault) {
    if (fault instanceof AppError) return fault;
    throw fault;
  }
}

/**
 * Replaces the temporary password with the owner's own and ends all sessions, as every change of password does. Returns
 * the new hash, or null if the temporary password is no longer current: of two sign-ins at once, only one sets the new
 * password.
 */
export async function replaceTemporaryPassword(
  { passwordHash, ...user }: RegisteredUser & { passwordHash: string },
  newPassword: string,
  request: RequestFacts,
): Promise<string | null> {
  const { id } = user;
  const name = displayName(user);
  const newHash = await hashPassword(newPassword);
  return transactionInTurn(id, async (tx) => {
    const held = await holdAccount(tx, id);
    if (held?.passwordHash !== passwordHash) return null;
    await changeAccount(tx, held, { passwordHash: newHash, passwordMadeAt: null });
    await tx.session.deleteMany({ where: { userId: id } });
    const by = { actor: personAs(id, name), request };
    await recordIn(tx, newRecord({ ...by, owner: id, action: "account.password", subject: accountSubject(id, name) }));
    return newHash;
  });
}
