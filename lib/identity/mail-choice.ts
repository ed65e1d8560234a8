import { recordIn } from "../auth/activity";
import type { SessionCaller } from "../auth/caller";
import { isMailOn } from "../auth/mail-outbox";
import type { MailChoice, UpdateMailChoice } from "../contracts/mail";
import { type MailKind, mailKindNames } from "../contracts/mail-kinds";
import { readOff } from "../auth/mail-choice";
import { lockOwner } from "../db/isolation";
import { runtime } from "../runtime";
import { ownRecord } from "./own-record";

const choiceOf = (off: ReadonlySet<string>): MailChoice => ({
  available: isMailOn(),
  ...(Object.fromEntries(mailKindNames.map((kind) => [kind, !off.has(kind)])) as Record<MailKind, boolean>),
});

export const getMailChoice = async ({ userId }: SessionCaller): Promise<MailChoice> =>
  choiceOf(await readOff(runtime().db, userId));

export async function updateMailChoice(caller: SessionCaller, body: UpdateMailChoice): Promise<MailChoice> {
  const { userId } = caller;
  const { db, databaseKind } = runtime();
  return db.$transaction(async (tx) => {
    await lockOwner(tx, databaseKind, userId);
    const former = await readOff(tx, userId);
    const off = new Set(mailKindNames.filter((kind) => !(body[kind] ?? !former.has(kind))));
    const data = { off: [...off].join(" ") };
    await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...data }, update: data });
    await recordIn(tx, ownRecord(caller, "account.mail"));
    return choiceOf(off);
  });
}
