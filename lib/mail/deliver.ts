import { newRecord, recordIn, vaultItself } from "../auth/activity/activity";
import { type MailMessage, openMail } from "../auth/mail/mail-outbox";
import { storedInstant } from "../db/instants";
import { holdOwner } from "../db/transactions/isolation";
import { bound } from "../db/queries/query";
import { deleteMail, findLeasedMail, leaseMail, postponeMail } from "../db/queries/maintenance/mail";
import { newRowId } from "../db/row-id";
import type { RowOf } from "../db/sql";
import { log, loggableError } from "../log";
import { isUnavailable, runtime } from "../runtime";
import { type Addressed, compose } from "./compose";
import { noticesOf, queueNotices } from "./expand";
import { firstOfHour } from "./first-of-hour";
import { type Outcome, sendLetter } from "./transport";

/*
 * Sends one e-mail. Its row is there until the server has taken it: if the process is killed in between, it is sent again.
 * So an e-mail may come twice, and none is lost.
 */

/** Longer than an attempt: nobody else sends the e-mail meanwhile. */
export const leaseMs = 60_000;
const firstWaitMs = 10_000;
const longestWaitMs = 60 * 60_000;
/** How long an e-mail is tried. */
const triedMsMax = 24 * 60 * 60_000;

/** The wait after this many failed attempts (ms): 10 s, 20 s, 40 s, … up to an hour, and up to a fifth more. */
export const waitAfter = (attempts: number, random = Math.random()): number =>
  Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs) * (1 + random / 5);

const at = (ms: number) => storedInstant(new Date(ms));

/**
 * When an e-mail need not wait: a time that has come, or one further ahead than any wait lasts, even if clocks differ. That
 * one was set by a clock that has been set back since.
 */
export const dueTimes = (now: number) => ({ nowAt: at(now), aheadAt: at(now + 2 * longestWaitMs) });

type Options = { now: () => number; signal?: AbortSignal };
type Leased = { id: string; leaseId: string };
type Row = RowOf<typeof findLeasedMail>;

/** Sends an e-mail that is due. Another process may have been faster. */
export async function deliver(id: string, { now, signal }: Options): Promise<void> {
  const { writes, reads } = runtime();
  const leased: Leased = { id, leaseId: newRowId() };
  const began = now();
  if (!(await writes.run(bound(leaseMail, { ...leased, ...dueTimes(began), untilAt: at(began + leaseMs) })))) return;
  const row = await reads.get(findLeasedMail, leased);
  if (!row) return;
  const message = opened(row);
  const failed = (code: string) => settle(leased, row, { message, subject: null }, { state: "failed", code }, now());
  if (!message) return failed("UNDECRYPTABLE");
  let mail: Addressed | null;
  try {
    if (message.kind === "record") return await expand(leased, row.userId ?? "", message.recordId, now());
    mail = await compose(message, now());
  } catch (error) {
    // The lease ends, and it is tried again.
    if (isUnavailable(error)) throw error;
    log.error({ event: "mail-uncomposable", rowId: id, kind: message.kind, error: loggableError(error) });
    return failed("UNCOMPOSABLE");
  }
  // There is nobody to notify any more.
  if (!mail) return drop(leased);
  const outcome = await sendLetter({ id, ...mail }, signal);
  await settle(leased, row, { message, subject: mail.letter.subject }, outcome, now());
}

function opened({ id, sealedMessage }: Row): MailMessage | null {
  try {
    return openMail({ id, sealedMessage: new Uint8Array(sealedMessage) });
  } catch {
    log.warn({ event: "mail-undecryptable", rowId: id });
    return null;
  }
}

const drop = async (leased: Leased): Promise<void> => void (await runtime().writes.run(bound(deleteMail, leased)));

/** Replaces the row of a record with one for each person who is notified of it. */
async function expand(leased: Leased, vaultId: string, recordId: string, now: number): Promise<void> {
  const { db, databaseKind } = runtime();
  await db.$transaction(async (tx) => {
    // The vault first, as for whoever deletes it. It does not wait for a long change of the vault.
    await holdOwner(tx, databaseKind, vaultId);
    const notices = await noticesOf(tx, vaultId, recordId);
    const isOurs = (await tx.mail.deleteMany({ where: leased })).count === 1;
    if (isOurs) await queueNotices(tx, vaultId, firstOfHour(vaultId, notices, now));
  });
}

type Told = { message: MailMessage | null; subject: string | null };

async function settle(
  leased: Leased,
  { userId, attempts: former, createdAt }: Row,
  told: Told,
  outcome: Outcome,
  now: number,
): Promise<void> {
  if (outcome.state === "sent") return drop(leased);
  const attempts = former + 1;
  const isOver = outcome.state === "refused" || now - new Date(createdAt).getTime() >= triedMsMax;
  const kind = told.message?.kind ?? null;
  log.warn({ event: isOver ? "mail-given-up" : "mail-not-sent", rowId: leased.id, kind, code: outcome.code, attempts });
  if (isOver) return giveUp(leased, userId, told);
  const nextAttemptAt = at(now + waitAfter(attempts));
  await runtime().writes.run(bound(postponeMail, { ...leased, attempts, nextAttemptAt }));
}

/**
 * Takes it from the queue, and records that in its recipient's activity; if they have no account yet, in that of the vault
 * that it came from. A link that somebody asked for without signing in belongs to neither.
 */
async function giveUp(leased: Leased, vaultId: string | null, { message, subject }: Told): Promise<void> {
  const recipientId = message && "recipientId" in message ? message.recipientId : null;
  const owner = recipientId ?? vaultId;
  if (owner === null) return drop(leased);
  const { db, databaseKind } = runtime();
  await db.$transaction(async (tx) => {
    await holdOwner(tx, databaseKind, owner);
    const isOurs = (await tx.mail.deleteMany({ where: leased })).count === 1;
    // The account may be gone by now.
    if (!isOurs || (await tx.owner.count({ where: { id: owner } })) === 0) return;
    const kind = recipientId === null ? "vault" : "account";
    const about = { kind, id: owner, name: subject } as const;
    await recordIn(tx, newRecord({ owner, action: "account.mail-lost", actor: vaultItself, subject: about }));
  });
}
