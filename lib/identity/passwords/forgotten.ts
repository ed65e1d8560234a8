import { accountSubject, displayName } from "../../auth/activity/account-subjects";
import { newRecord, personAs, recordIn } from "../../auth/activity/activity";
import type { RequestFacts } from "../../auth/caller";
import { findMailLink, spendMailLink } from "../../auth/mail/mail-links";
import { isMailOn, sealedMail } from "../../auth/mail/mail-outbox";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import type { ForgotPassword, ResetPassword } from "../../contracts/people/mail";
import { hashPassword } from "../../crypto/tokens/password";
import { storedInstant } from "../../db/instants";
import { insertMail } from "../../db/queries/maintenance/mail";
import { bound } from "../../db/queries/query";
import { AppError } from "../../errors";
import { readFactors } from "../../factors";
import { runtime } from "../../runtime";
import { accountColumns, changeAccount, genuineAccount, holdAccount } from "../accounts/account-row";
import { countAttempt, resetAttempts } from "../throttle/throttle";
import { accountTarget, forgottenTargets, mailLinkTarget } from "../throttle/throttle-targets";
import { assertAcceptable } from "./policy";

/**
 * Queues a mail, whether or not there is such an account: who it belongs to is looked up when the mail is sent, so that
 * neither the answer nor its time tells. Throws MAIL_OFF, and TOO_MANY_ATTEMPTS after many from one network address or
 * for one e-mail address.
 */
export async function askForPasswordLink({ email }: ForgotPassword, { address }: RequestFacts): Promise<void> {
  const { settings, writes } = runtime();
  if (!isMailOn() || !settings.AUTH_PASSWORD_LOGIN) throw new AppError("MAIL_OFF");
  for (const target of forgottenTargets(address ?? "", email)) await countAttempt(target);
  const mail = sealedMail({ kind: "forgotten-password", email });
  await writes.run(bound(insertMail, { ...mail, userId: null, nowAt: storedInstant(new Date()) }));
}

/**
 * Sets the password of the account that a link was sent to, ends all of its sessions, and resets its throttling if
 * nobody could guess at a second factor's codes by that. The second factor stays. Throws PASSWORD_LINK_NOT_FOUND; VALIDATION_ERROR for a password that is too common, which spends
 * no link; and TOO_MANY_ATTEMPTS from a network address that tries many links.
 */
export async function setPasswordByLink({ token, newPassword }: ResetPassword, request: RequestFacts): Promise<void> {
  const { db, settings } = runtime();
  // Counted first, so that concurrent guesses can't outrun the count.
  const refund = await countAttempt(mailLinkTarget(request.address ?? ""));
  const link = settings.AUTH_PASSWORD_LOGIN ? await findMailLink(db, "reset-password", token) : null;
  const user = link && genuineAccount(await db.user.findUnique({ where: { id: link.userId }, select: accountColumns }));
  if (!link || !user) throw new AppError("PASSWORD_LINK_NOT_FOUND");
  await refund();
  await assertAcceptable(newPassword, "newPassword", user);
  const passwordHash = await hashPassword(newPassword);
  const name = displayName(user);
  const mayGuessCodes = await transactionInTurn(user.id, async (tx) => {
    const held = await holdAccount(tx, user.id);
    // Somebody changed the password meanwhile, or was faster with the same link.
    if (!held || !(await spendMailLink(tx, link.id))) throw new AppError("PASSWORD_LINK_NOT_FOUND");
    await changeAccount(tx, held, { passwordHash, passwordMadeAt: null });
    await tx.session.deleteMany({ where: { userId: user.id } });
    const by = { actor: personAs(user.id, name), request };
    const subject = accountSubject(user.id, name);
    await recordIn(tx, newRecord({ ...by, owner: user.id, action: "account.password", subject }));
    return readFactors(held.factors).has("code");
  });
  // Whoever has the mailbox does not have the second factor, whose wrong codes are counted together with passwords.
  if (!mayGuessCodes) await resetAttempts(accountTarget(user.email));
}
