import { recordIn } from "../../auth/activity/activity";
import type { SessionCaller } from "../../auth/caller";
import { isMailOn } from "../../auth/mail/mail-outbox";
import type { MailChoice, UpdateMailChoice } from "../../contracts/people/mail";
import { type MailKind, mailKindNames } from "../../contracts/people/mail-kinds";
import { readOff } from "../../auth/mail/mail-choice";
import { instant, storedInstant } from "../../db/instants";
import { findLostMail } from "../../db/queries/upkeep/mail";
import { runtime } from "../../runtime";
import { lockOwn } from "./account-row";
import { ownRecord } from "./own-record";

/** How long people are told of a mail that they did not get. */
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

export async function updateMailChoice(caller: SessionCaller, body: UpdateMailChoice): Promise<MailChoice> {
  const { userId } = caller;
  const { db } = runtime();
  const off = await db.$transaction(async (tx) => {
    await lockOwn(tx, caller);
    const former = await readOff(tx, userId);
    const off = new Set(mailKindNames.filter((kind) => !(body[kind] ?? !former.has(kind))));
    const data = { off: [...off].join(" ") };
    await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...data }, update: data });
    await recordIn(tx, ownRecord(caller, "account.mail"));
    return off;
  });
  return choiceOf(userId, off);
}
