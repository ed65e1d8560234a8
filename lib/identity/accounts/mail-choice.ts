import { recordIn } from "../../auth/activity/activity";
import { hourlyCounts } from "../../auth/activity/hourly-counts";
import type { SessionCaller } from "../../auth/caller";
import { isMailOn, queueMail } from "../../auth/mail/mail-outbox";
import type { MailChoice, UpdateMailChoice } from "../../contracts/people/mail";
import { type MailKind, mailKindNames } from "../../contracts/people/mail-kinds";
import { readOff } from "../../auth/mail/mail-choice";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import { instant, storedInstant } from "../../db/instants";
import { findLostMail } from "../../db/queries/maintenance/mail";
import { runtime } from "../../runtime";
import { lockOwn } from "./account-row";
import { ownRecord } from "./own-record";

/** How long people are told about an e-mail that they did not get. */
const lostToldMs = 30 * 24 * 60 * 60_000;

/** When a mail to them was last given up, as their activity says. */
async function lostAt(userId: string): Promise<string | null> {
  const sinceAt = storedInstant(new Date(Date.now() - lostToldMs));
  const last = await runtime().reads.get(findLostMail, { userId, sinceAt });
  return last ? instant(last.at) : null;
}

const choiceOf = async (userId: string, off: ReadonlySet<string>): Promise<MailChoice> => ({
  available: isMailOn(),
  lostAt: await lostAt(userId),
  ...(Object.fromEntries(mailKindNames.map((kind) => [kind, !off.has(kind)])) as Record<MailKind, boolean>),
});

export const getMailChoice = async ({ userId }: SessionCaller): Promise<MailChoice> =>
  choiceOf(userId, await readOff(runtime().db, userId));

/** Whoever has stolen a session would turn these off first. */
const guarding: readonly MailKind[] = ["signIns", "account"];
/** Mails an hour to a person, from each process, of notices that were turned off. */
const toldOffMax = 5;
const countToldOff = hourlyCounts();

/** A person is told by mail if notices that guard their account are turned off. */
export async function updateMailChoice(caller: SessionCaller, body: UpdateMailChoice): Promise<MailChoice> {
  const { userId } = caller;
  const off = await transactionInTurn(userId, async (tx) => {
    await lockOwn(tx, caller);
    const former = await readOff(tx, userId);
    const off = new Set(mailKindNames.filter((kind) => !(body[kind] ?? !former.has(kind))));
    const data = { off: [...off].join(" ") };
    await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...data }, update: data });
    const record = ownRecord(caller, "account.mail");
    // Not by the record's own mail, which would find that its notices are off.
    if (guarding.some((kind) => off.has(kind) && !former.has(kind)) && countToldOff(userId) <= toldOffMax)
      await queueMail(tx, userId, { kind: "notice", recordId: record.id, about: "account", recipientId: userId });
    await recordIn(tx, record);
    return off;
  });
  return choiceOf(userId, off);
}
