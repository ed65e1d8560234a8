import { type MailKind, mailKindOf } from "../../contracts/people/mail-kinds";
import { sealedIn } from "../../crypto/sealing/sealed-columns";
import type { MailOfRecord } from "../../db/activity/chain";
import type { Tx } from "../../db/client";
import { storedInstant } from "../../db/instants";
import { newRowId } from "../../db/row-id";
import { runtime } from "../../runtime";

/*
 * Where mails wait: their rows are written in the transaction of what they tell of, and lib/mail sends them.
 */

/**
 * Something that expires or is to be replaced. `team`: its name; null for the recipient's own. `path`: the page where
 * the reader deals with it; mails that have waited since a former version have none.
 */
export type DueItem = {
  path?: string;
  team: string | null;
  kind: "entry" | "access-key";
  name: string;
  reason: "expires" | "rotate";
  dueAt: string;
};

/**
 * What a mail tells, and to whom. `record`: of a record of the activity, to whoever is told of it. `notice`: the same, to
 * one of them. The token of a forgotten password is made when its mail is sent. That of an invitation, which its creator sees
 * too, is sealed here, and so is that of another address: what ends the link ends it while the mail still waits.
 */
export type MailMessage =
  | { kind: "record"; recordId: string }
  /** `isLast`: no more of this kind are sent to them within the hour. */
  | { kind: "notice"; recordId: string; about: MailKind; recipientId: string; isLast?: boolean }
  | { kind: "forgotten-password"; email: string }
  /** Former releases made the token when they sent the mail: their rows have none. */
  | { kind: "confirm-email"; recipientId: string; email: string; token?: string }
  | { kind: "email-asked"; recipientId: string; former: string; email: string }
  | { kind: "email-changed"; recipientId: string; former: string; email: string }
  | { kind: "digest"; recipientId: string; due: DueItem[]; more: number }
  | { kind: "invitation"; email: string; token: string };

/** Whether this vault sends e-mail. */
export const isMailOn = (): boolean => runtime().settings.SMTP_URL !== undefined;

/** The mail that tells of a record; null if nobody is told of it by mail. */
export function mailOfRecord({
  id,
  action,
  outcome,
}: {
  id: string;
  action: string;
  outcome: string;
}): MailOfRecord | null {
  const about = isMailOn() ? mailKindOf(action, outcome) : null;
  return about && sealedMail({ kind: "record", recordId: id }, about === "canaries");
}

/** A link that somebody waits for, and an alarm. */
const isUrgent = (message: MailMessage): boolean =>
  ["forgotten-password", "confirm-email", "invitation"].includes(message.kind) ||
  (message.kind === "notice" && message.about === "canaries");

/** Longer than any mail waits. */
const urgentMs = 365 * 24 * 60 * 60_000;

/**
 * Sealed also because of the addresses that strangers ask for, and the tokens of invitations. The queue begins with what is
 * due longest: what is urgent is due since a year ago, and so comes before all notices, of which an account can cause many.
 */
export function sealedMail(message: MailMessage, isFirst = isUrgent(message)): MailOfRecord {
  const id = newRowId();
  return {
    id,
    sealedMessage: runtime().vault.seal(JSON.stringify(message), sealedIn("Mail", id)),
    nextAttemptAt: storedInstant(new Date(Date.now() - (isFirst ? urgentMs : 0))),
  };
}

/** Throws if the value can't be decrypted. */
export const openMail = ({ id, sealedMessage }: Omit<MailOfRecord, "nextAttemptAt">): MailMessage =>
  JSON.parse(runtime().vault.open(sealedMessage, sealedIn("Mail", id))) as MailMessage;

/** Queues a mail in the transaction of what it tells of. `userId`: whose vault that is; the mail goes with it. */
export async function queueMail(tx: Tx, userId: string, message: MailMessage): Promise<void> {
  if (isMailOn()) await tx.mail.create({ data: { ...sealedMail(message), userId } });
}
