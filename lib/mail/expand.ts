import { deviceName } from "../auth/credentials/device-name";
import { readOff } from "../auth/mail/mail-choice";
import { type MailMessage, sealedMail } from "../auth/mail/mail-outbox";
import { ownersOf } from "../auth/grants/team-owners";
import { mailKindOf } from "../contracts/people/mail-kinds";
import type { Prisma, Tx } from "../db/client";
import { allIn } from "../db/queries/in-transaction";
import { listFormerSignIns } from "../db/queries/maintenance/mail";
import { runtime } from "../runtime";

type ActivityRow = Prisma.TypeMap["model"]["Activity"]["payload"]["scalars"];
type ToldRecord = Omit<ActivityRow, "mac">;

/** How many past sign-ins say which browsers are known. */
const signInsMax = 500;

/**
 * Whether somebody signed in with a browser that their account has not been used with, as far as the activity goes back.
 * Nobody is notified of an account's first sign-in.
 */
async function isNewBrowser(tx: Tx, { userId, number, userAgent }: ToldRecord): Promise<boolean> {
  const given = { userId, beforeNumber: number, limit: signInsMax };
  const former = await allIn(tx, runtime().databaseKind, listFormerSignIns, given);
  const device = deviceName(userAgent);
  return former.length > 0 && former.every((one) => deviceName(one.userAgent) !== device);
}

/**
 * The e-mails about a record, inside the transaction that replaces the record's own row with theirs: what happens in a
 * person's vault goes to them, what happens in a team's to its owners.
 */
export async function noticesOf(tx: Tx, vaultId: string, recordId: string): Promise<MailMessage[]> {
  const record = await tx.activity.findFirst({ where: { id: recordId, userId: vaultId } });
  const about = record && mailKindOf(record.action, record.outcome);
  if (!about) return [];
  if (about === "signIns" && !(await isNewBrowser(tx, record))) return [];
  const isPerson = (await tx.user.count({ where: { id: vaultId } })) === 1;
  const notices: MailMessage[] = [];
  for (const recipientId of isPerson ? [vaultId] : await ownersOf(tx, vaultId))
    if (!(await readOff(tx, recipientId)).has(about)) notices.push({ kind: "notice", recordId, about, recipientId });
  return notices;
}

/** Queues them. */
export async function queueNotices(tx: Tx, vaultId: string, notices: readonly MailMessage[]): Promise<void> {
  if (notices.length > 0)
    await tx.mail.createMany({ data: notices.map((notice) => ({ ...sealedMail(notice), userId: vaultId })) });
}
