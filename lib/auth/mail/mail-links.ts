import { selectionOf } from "../../crypto/macs/covered-columns";
import { hashToken, newRandomToken } from "../../crypto/tokens/token";
import type { Db, Tx } from "../../db/client";
import { newRowId } from "../../db/row-id";
import { minuteMs } from "../../durations";
import { runtime } from "../../runtime";

/*
 * Links that are sent by mail and work once. A link holds the token, the row its SHA-256.
 */

export const mailLinkPurposes = ["reset-password", "confirm-email"] as const;
export type MailLinkPurpose = (typeof mailLinkPurposes)[number];

/** How long a link works, from when it is made: one for a password when its mail is sent, one for an address when it is asked for. */
export const mailLinkMs: Record<MailLinkPurpose, number> = {
  "reset-password": 30 * minuteMs,
  "confirm-email": 24 * 60 * minuteMs,
};

/** The token of a new link. It carries `text`, which nobody can change without making it another token. */
export async function newMailLink(
  db: Db | Tx,
  {
    purpose,
    userId,
    text = "",
    now = Date.now(),
  }: { purpose: MailLinkPurpose; userId: string; text?: string; now?: number },
): Promise<string> {
  const token = [newRandomToken(), ...(text === "" ? [] : [Buffer.from(text).toString("base64url")])].join(".");
  await db.oneTimeChallenge.create({
    data: runtime().rights.sign("OneTimeChallenge", {
      id: newRowId(),
      purpose,
      userId,
      valueHash: hashToken(token),
      expiresAt: new Date(now + mailLinkMs[purpose]),
    }),
  });
  return token;
}

/** Whose link it is, and the text that it carries; null unless it works now. It stays until it is spent. */
export async function findMailLink(
  db: Db | Tx,
  purpose: MailLinkPurpose,
  token: string,
  now = Date.now(),
): Promise<{ id: string; userId: string; text: string; expiresAt: Date } | null> {
  const link = await db.oneTimeChallenge.findUnique({
    where: { purpose_valueHash: { purpose, valueHash: hashToken(token) } },
    select: selectionOf("OneTimeChallenge"),
  });
  if (!link?.userId || !runtime().rights.isGenuine("OneTimeChallenge", link) || link.expiresAt.getTime() <= now)
    return null;
  const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return { id: link.id, userId: link.userId, text, expiresAt: link.expiresAt };
}

/** Of two who spend a link at once, one succeeds. */
export const spendMailLink = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.oneTimeChallenge.deleteMany({ where: { id } })).count === 1;

/** Ends the links of an account: those that were sent, and those whose mails wait. */
export const endMailLinks = async (tx: Tx, userId: string, purposes: readonly MailLinkPurpose[]): Promise<void> =>
  void (await tx.oneTimeChallenge.deleteMany({ where: { userId, purpose: { in: [...purposes] } } }));
