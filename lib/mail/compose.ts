import { deviceName } from "../auth/credentials/device-name";
import { findMailLink, mailLinkMs, newMailLink } from "../auth/mail/mail-links";
import { findAcceptable } from "../auth/grants/invitation";
import type { MailMessage } from "../auth/mail/mail-outbox";
import type { MailKind } from "../contracts/people/mail-kinds";
import { transactionInTurn } from "../auth/transaction-in-turn";
import { isPlaceholderEmail } from "../contracts/people/placeholder-email";
import type { Role } from "../contracts/people/roles";
import { selectionOf } from "../crypto/macs/covered-columns";
import type { Db, Tx } from "../db/client";
import { lockSessions } from "../db/transactions/isolation";
import { minuteMs } from "../durations";
import { runtime } from "../runtime";
import type { Letter } from "./letter";
import * as letters from "./letters";

export type Addressed = { to: string; letter: Letter };

/** Where links lead. Never where a request says that it found the vault: anybody may send any host. */
export function ownOrigin(): string {
  const { NEXTAUTH_URL, TLS_CERT_FILE, PORT } = runtime().settings;
  return NEXTAUTH_URL ?? `${TLS_CERT_FILE ? "https" : "http"}://localhost:${PORT}`;
}

/**
 * Writes an e-mail, with what is true now; null if there is nobody to send it to any more. The token for a forgotten password
 * is made here, so none waits in the queue; each attempt makes another one.
 */
export async function compose(
  message: Exclude<MailMessage, { kind: "record" }>,
  now: number,
): Promise<Addressed | null> {
  const site = { origin: ownOrigin() };
  const { db } = runtime();
  switch (message.kind) {
    case "notice":
      return composeNotice(site, message);
    case "forgotten-password": {
      const token = await passwordLink(message.email, now);
      const minutes = mailLinkMs["reset-password"] / minuteMs;
      return token === null ? null : { to: message.email, letter: letters.forgottenPassword(site, { token, minutes }) };
    }
    case "confirm-email": {
      const { recipientId, email } = message;
      const isTaken = (await db.user.count({ where: { email } })) > 0;
      if (isTaken || !(await genuineUser({ id: recipientId }))) return null;
      const token =
        message.token ?? (await newMailLink(db, { purpose: "confirm-email", userId: recipientId, text: email, now }));
      // It may have been ended meanwhile, with the password or a session.
      const link = await findMailLink(db, "confirm-email", token, now);
      return link && { to: email, letter: letters.confirmEmail(site, { token, email, expiresAt: link.expiresAt }) };
    }
    case "email-asked":
      return reachable(message.former, letters.emailAsked(site, message));
    case "email-changed":
      return reachable(message.former, letters.emailChanged(site, message));
    case "invitation":
      return composeInvitation(site, message, now);
    case "digest": {
      const user = await genuineUser({ id: message.recipientId });
      return user && reachable(user.email, letters.digest(site, message, now));
    }
  }
}

/**
 * The token of a link for the account that has this address, and has it until the link is made: whoever changes it ends
 * the account's links, and this one must not come after that. Null if there is none. It waits for nobody who changes the account's vault.
 */
async function passwordLink(email: string, now: number): Promise<string | null> {
  const known = await genuineUser({ email });
  if (!known) return null;
  const make = async (tx: Tx) => {
    await lockSessions(tx, runtime().databaseKind, known.id);
    const user = await genuineUser({ email }, tx);
    // An account without a password gets none by e-mail: its owner chose another way to sign in.
    if (user?.id !== known.id || !user.passwordHash) return null;
    return newMailLink(tx, { purpose: "reset-password", userId: user.id, now });
  };
  return transactionInTurn(known.id, make, { line: "endings" });
}

/** Accounts that came from a provider without an address have one that nobody receives mail at. */
const reachable = (to: string, letter: Letter | null): Addressed | null =>
  letter && !isPlaceholderEmail(to) ? { to, letter } : null;

/** Null for a row that somebody changed without the master key: the address may be theirs. */
async function genuineUser(where: { id: string } | { email: string }, db: Db | Tx = runtime().db) {
  const user = await db.user.findUnique({ where, select: selectionOf("User") });
  return user && runtime().rights.isGenuine("User", user) ? user : null;
}

async function composeNotice(
  site: { origin: string },
  { recordId, about, recipientId, isLast }: Extract<MailMessage, { kind: "notice" }>,
): Promise<Addressed | null> {
  const { db } = runtime();
  const [record, user] = [
    await db.activity.findUnique({ where: { id: recordId } }),
    await genuineUser({ id: recipientId }),
  ];
  if (!record || !user) return null;
  const team = await db.team.findUnique({ where: { id: record.userId }, select: { name: true } });
  const told: letters.Told = {
    at: record.at,
    device: deviceName(record.userAgent),
    address: record.address,
    objectName: record.objectName,
    vault: team?.name ?? null,
  };
  const letter = noticeOf(site, about, record.action, told);
  return reachable(user.email, letter && isLast ? letters.lastOfHour(letter) : letter);
}

function noticeOf(site: { origin: string }, about: MailKind, action: string, told: letters.Told): Letter | null {
  switch (about) {
    case "signIns":
      return letters.newSignIn(site, told);
    case "account":
      return letters.accountChanged(site, action, told);
    case "canaries":
      return letters.canaryTried(site, told);
    case "webhooks":
      return letters.webhookDisabled(site, told);
    case "due":
      return null;
  }
}

async function composeInvitation(
  site: { origin: string },
  { email, token }: Extract<MailMessage, { kind: "invitation" }>,
  now: number,
): Promise<Addressed | null> {
  const { db } = runtime();
  // It may have been used, have expired or been withdrawn meanwhile.
  const standing = await findAcceptable(db, token, email, now);
  const team = standing && (await db.team.findUnique({ where: { id: standing.teamId }, select: { name: true } }));
  const inviter =
    standing && (await db.user.findUnique({ where: { id: standing.inviterId }, select: { name: true, email: true } }));
  if (!team || !inviter) return null;
  const { role, expiresAt } = standing;
  const letter = letters.invitation(site, {
    token,
    team: team.name,
    inviter: inviter.name ?? inviter.email,
    role: role as Role,
    expiresAt,
  });
  return reachable(email, letter);
}
