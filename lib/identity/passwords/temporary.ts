import { hashPassword, isSamePassword } from "../../crypto/password";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { changeAccount, holdAccount } from "../account-row";
import type { Owner } from "./context-words";
import { assertAcceptable } from "./policy";

/** A password that the operator's command made works for 24 hours, and only to set one's own (ASVS 5.0, 6.4.1). */
export const temporaryPasswordMsMax = 24 * 60 * 60_000;

export const isExpired = (madeAt: Date, now = Date.now()): boolean => now - madeAt.getTime() >= temporaryPasswordMsMax;

/** Throws a 400 for the field `path` when the made password itself would stay, in whatever form it is typed. */
export function assertReplaced(password: string, made: string, path: string): void {
  if (isSamePassword(password, made)) throw invalidField(path, "is the temporary one: choose your own");
}

/** What was given at a sign-in with a made password: it, and the one to take its place. */
export type GivenPasswords = { password: string; newPassword?: string | undefined };

/** Why the made password that is right doesn't let its owner in; null when the new one can take its place. */
export function faultOfReplacement(
  owner: Owner & { passwordMadeAt: Date },
  { password, newPassword }: GivenPasswords,
): AppError | null {
  if (isExpired(owner.passwordMadeAt)) return new AppError("TEMPORARY_PASSWORD_EXPIRED");
  if (!newPassword) return new AppError("NEW_PASSWORD_REQUIRED");
  try {
    assertAcceptable(newPassword, "newPassword", owner);
    assertReplaced(newPassword, password, "newPassword");
    return null;
  } catch (fault) {
    if (fault instanceof AppError) return fault;
    throw fault;
  }
}

/**
 * Puts the owner's own password into the place of the made one, and ends the sessions that stand, as any change does.
 * Returns its hash; null when the made one is the account's no longer: of two sign-ins at once, one sets it.
 */
export async function replaceTemporaryPassword(
  { id, passwordHash }: { id: string; passwordHash: string },
  newPassword: string,
): Promise<string | null> {
  const newHash = await hashPassword(newPassword);
  return runtime().db.$transaction(async (tx) => {
    const held = await holdAccount(tx, id);
    if (held?.passwordHash !== passwordHash) return null;
    await changeAccount(tx, held, { passwordHash: newHash, passwordMadeAt: null });
    await tx.session.deleteMany({ where: { userId: id } });
    return newHash;
  });
}
