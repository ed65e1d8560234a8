import { accountSubject, displayName } from "../../auth/activity/account-subjects";
import { newRecord, personAs, recordIn } from "../../auth/activity/activity";
import type { RequestFacts, SessionCaller } from "../../auth/caller";
import { findMailLink, newMailLink, spendMailLink } from "../../auth/mail/mail-links";
import { isMailOn, queueMail } from "../../auth/mail/mail-outbox";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import type { ChangeEmail, ConfirmEmail } from "../../contracts/people/mail";
import { isUniqueViolation } from "../../db/failures";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { changeAccount, holdAccount, holdOwn } from "./account-row";
import { ownRecord } from "./own-record";
import { countAttempt } from "../throttle/throttle";
import { emailChangeTarget, mailLinkTarget } from "../throttle/throttle-targets";

/**
 * Sends a link to the new address, and a notice to the present one. The answer does not tell whether the new one
 * belongs to another account: its owner gets no link then. Throws MAIL_OFF and TOO_MANY_ATTEMPTS.
 */
export async function askForEmail(caller: SessionCaller, { email }: ChangeEmail): Promise<void> {
  if (!isMailOn()) throw new AppError("MAIL_OFF");
  const { userId: recipientId } = caller;
  await countAttempt(emailChangeTarget(recipientId));
  await transactionInTurn(recipientId, async (tx) => {
    // The session may have ended in the meantime, and its links with it.
    const held = await holdOwn(tx, caller);
    if (!held) throw new AppError("AUTH_REQUIRED");
    if (held.email === email) throw invalidField("email", "is already the address of this account");
    const token = await newMailLink(tx, { purpose: "confirm-email", userId: recipientId, text: email });
    await queueMail(tx, recipientId, { kind: "confirm-email", recipientId, email, token });
    await queueMail(tx, recipientId, { kind: "email-asked", recipientId, former: held.email, email });
    await recordIn(tx, ownRecord(caller, "account.email-ask"));
  });
}

/**
 * Makes the address that a link was sent to the account's. The former one gets a notice. Throws EMAIL_LINK_NOT_FOUND, and
 * TOO_MANY_ATTEMPTS from a network address that tries many links.
 */
export async function confirmEmail({ token }: ConfirmEmail, request: RequestFacts): Promise<void> {
  const { db } = runtime();
  // Counted first, so that concurrent guesses can't outrun the count.
  const refund = await countAttempt(mailLinkTarget(request.address ?? ""));
  const link = await findMailLink(db, "confirm-email", token);
  if (!link) throw new AppError("EMAIL_LINK_NOT_FOUND");
  await refund();
  const { userId: recipientId, text: email } = link;
  try {
    await transactionInTurn(recipientId, async (tx) => {
      const held = await holdAccount(tx, recipientId);
      if (!held || !(await spendMailLink(tx, link.id))) throw new AppError("EMAIL_LINK_NOT_FOUND");
      await changeAccount(tx, held, { email });
      await queueMail(tx, recipientId, { kind: "email-changed", recipientId, former: held.email, email });
      const user = await tx.user.findUniqueOrThrow({ where: { id: recipientId }, select: { name: true } });
      const name = displayName({ name: user.name, email });
      const by = { actor: personAs(recipientId, name), request };
      const subject = accountSubject(recipientId, name);
      await recordIn(tx, newRecord({ ...by, owner: recipientId, action: "account.email", subject }));
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("EMAIL_LINK_NOT_FOUND");
    throw error;
  }
}
