import type { SessionCaller } from "../auth/caller";
import { requireRecentProof } from "../auth/step-up";
import { accountTarget, countGuess, forgetGuesses, proofTarget } from "../auth/throttle";
import { type ChangePassword, passwordLengthMax, passwordLengthMin } from "../contracts/account";
import { hashPassword, verifyPassword } from "../crypto/password";
import { AppError, invalidField } from "../errors";
import { runtime } from "../runtime";
import { isCommonPassword } from "./common-passwords";
import { isMadeOfContextWords, type Owner } from "./context-words";

/** Throws a 400 for the field `path` when the password is among the first that anybody would try on the owner's account. */
export function assertUncommon(password: string, path: string, owner: Owner): void {
  if (isCommonPassword(password)) throw invalidField(path, "is one of the most common passwords: choose another one");
  if (isMadeOfContextWords(password, owner)) throw invalidField(path, "is little more than your e-mail address, your name or this vault’s: choose another one");
}

/** Changes the password and ends all other sessions. */
export async function changePassword(caller: SessionCaller, { currentPassword, newPassword }: ChangePassword): Promise<void> {
  const { db } = runtime();
  const { userId, sessionId } = caller;
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true, email: true, name: true } });
  assertUncommon(newPassword, "newPassword", user ?? { email: "" });
  const passwordHash = user?.passwordHash ?? null;
  if (passwordHash === null) requireRecentProof(caller);
  else await assertCurrent(userId, passwordHash, currentPassword);
  const newHash = await hashPassword(newPassword);
  await db.$transaction(async (tx) => {
    // Of two changes at once, the second finds that its current password is no longer the current one.
    const { count } = await tx.user.updateMany({ where: { id: userId, passwordHash }, data: { passwordHash: newHash } });
    if (count === 0) throw wrongPassword();
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
  });
}

async function assertCurrent(userId: string, passwordHash: string, password: string | undefined): Promise<void> {
  if (password === undefined) throw invalidField("currentPassword", "is required");
  const matches = await countGuess([proofTarget(userId)], async () => {
    const value = await verifyPassword(passwordHash, password);
    return { verdict: value ? "right" : "wrong", value };
  });
  if (!matches) throw wrongPassword();
}

const wrongPassword = () => invalidField("currentPassword", "is not the password of this account");

/**
 * Sets a password without the old one, ends every session and lets the account go if it is held back: for an operator,
 * whom its owner asked. A second factor stays on: `removeSecondFactor` turns it off.
 */
export async function resetPassword(userId: string, password: string): Promise<void> {
  const { db } = runtime();
  if (password.length < passwordLengthMin || password.length > passwordLengthMax) throw invalidField("password", `must have ${passwordLengthMin} to ${passwordLengthMax} characters`);
  const owner = await db.user.findUnique({ where: { id: userId }, select: { email: true, name: true } });
  assertUncommon(password, "password", owner ?? { email: "" });
  const passwordHash = await hashPassword(password);
  const email = await db.$transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({ where: { id: userId }, data: { passwordHash }, select: { email: true } });
    if (!user) throw new AppError("NOT_FOUND", { message: "There is no such account" });
    await tx.session.deleteMany({ where: { userId } });
    return user.email;
  });
  await forgetGuesses(accountTarget(email));
}
