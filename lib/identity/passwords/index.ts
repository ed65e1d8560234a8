import { commandSubject } from "../../auth/activity/account-subjects";
import { byOperator, recordIn } from "../../auth/activity/activity";
import type { SessionCaller } from "../../auth/caller";
import { requireRecentAuthentication } from "../../auth/credentials/reauthentication";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import { attempt, resetAttempts } from "../throttle/throttle";
import { accountTarget, reauthenticationTarget } from "../throttle/throttle-targets";
import type { ChangePassword } from "../../contracts/people/account";
import { hashPassword, verifyPassword } from "../../crypto/tokens/password";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { accountColumns, changeAccount, genuineAccount, holdAccount, holdOwn } from "../accounts/account-row";
import { ownRecord } from "../accounts/own-record";
import { recordRefusedReauthentication } from "../reauthentication";
import { assertReplaced, isExpired } from "./temporary";
import { assertAcceptable, assertUncommon } from "./policy";
import { dropSecondFactor } from "../second-factor";

/** Changes the password and ends all other sessions. */
export async function changePassword(
  caller: SessionCaller,
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const { db } = runtime();
  const { userId, sessionId } = caller;
  const user = genuineAccount(await db.user.findUnique({ where: { id: userId }, select: accountColumns }));
  // The account was deleted in the meantime.
  if (!user) throw new AppError("AUTH_REQUIRED");
  await assertUncommon(newPassword, "newPassword", user);
  const { passwordHash } = user;
  if (passwordHash === null) requireRecentAuthentication(caller);
  else await assertCurrent(caller, passwordHash, currentPassword);
  if (user.passwordMadeAt && currentPassword !== undefined) {
    if (isExpired(user.passwordMadeAt))
      throw invalidField("currentPassword", "is a temporary password that has expired: ask the operator for a new one");
    assertReplaced(newPassword, currentPassword, "newPassword");
  }
  const newHash = await hashPassword(newPassword);
  await transactionInTurn(userId, async (tx) => {
    // Of two concurrent changes, the second finds that its current password is no longer valid.
    // Hashing takes time, and the session may have ended in the meantime.
    const held = await holdOwn(tx, caller);
    if (held?.passwordHash !== passwordHash) throw wrongPassword();
    await changeAccount(tx, held, { passwordHash: newHash, passwordMadeAt: null });
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    await recordIn(tx, ownRecord(caller, "account.password"));
  });
}

async function assertCurrent(caller: SessionCaller, passwordHash: string, password: string | undefined): Promise<void> {
  if (password === undefined) throw invalidField("currentPassword", "is required");
  const matches = await attempt([reauthenticationTarget(caller.userId)], async () => {
    const value = await verifyPassword(passwordHash, password);
    if (!value) recordRefusedReauthentication(caller, "password");
    // Not a success: knowing the password must not reset the count of guessed codes.
    return { outcome: value ? "undecided" : "failure", value };
  });
  if (!matches) throw wrongPassword();
}

const wrongPassword = () => invalidField("currentPassword", "is not the password of this account");

/**
 * Sets a password without the old one, ends every session and resets throttling. This is for an operator whom the owner
 * has asked. `madeAt` is set for a temporary password, which the owner has to replace. The second factor stays on,
 * unless `factorsLost`: then it is deleted, with its recovery codes and all passkeys.
 */
export async function resetPassword(
  userId: string,
  password: string,
  { madeAt = null, factorsLost = false }: { madeAt?: Date | null; factorsLost?: boolean } = {},
): Promise<void> {
  const { db } = runtime();
  const owner = await db.user.findUnique({ where: { id: userId }, select: { email: true, name: true } });
  await assertAcceptable(password, "password", owner ?? { email: "" });
  const passwordHash = await hashPassword(password);
  const email = await db.$transaction(async (tx) => {
    const held = await holdAccount(tx, userId);
    if (!held) throw new AppError("NOT_FOUND", { message: "There is no such account" });
    await tx.session.deleteMany({ where: { userId } });
    if (factorsLost) {
      await dropSecondFactor(tx, userId);
      await tx.passkey.deleteMany({ where: { userId } });
    }
    await changeAccount(tx, held, { passwordHash, passwordMadeAt: madeAt, ...(factorsLost && { factors: "" }) });
    const command = `user reset-password${factorsLost ? " --factors-lost" : ""}`;
    await recordIn(tx, byOperator(userId, "operator.command", commandSubject(command)));
    return held.email;
  });
  await resetAttempts(accountTarget(email));
}
