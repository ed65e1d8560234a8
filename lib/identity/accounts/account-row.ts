import { type CoveredRow, selectionOf } from "../../crypto/macs/covered-columns";
import type { Tx } from "../../db/client";
import { lockAccountWithSessions, lockFreeAccountWithSessions, lockSessions } from "../../db/transactions/isolation";
import { newRowId } from "../../db/row-id";
import type { SessionCaller } from "../../auth/caller";
import { assertSessionIn } from "../../auth/credentials/caller-still-valid";
import { endMailLinks, mailLinkPurposes } from "../../auth/mail/mail-links";
import { type Factor, readFactors, writeFactors } from "../../factors";
import { runtime } from "../../runtime";

/** The security-relevant fields of an account's row. */
export type AccountRow = {
  id: string;
  email: string;
  passwordHash: string | null;
  passwordMadeAt: Date | null;
  factors: string;
};
type Signed = AccountRow & { mac: string | null };

/** The columns needed to verify an account's row. The name is not needed, since it grants nothing. */
export const accountColumns = { ...selectionOf("User"), name: true } as const;

/** A new account's row, with its MAC. */
export const newAccount = ({
  email,
  passwordHash = null,
  passwordMadeAt = null,
}: {
  email: string;
  passwordHash?: string | null;
  passwordMadeAt?: Date | null;
}) => runtime().rights.sign("User", { id: newRowId(), email, passwordHash, passwordMadeAt, factors: "" });

/** Returns the row if its MAC is valid; null if it is missing or not genuine. */
export const genuineAccount = <Row extends Signed>(row: Row | null): Row | null =>
  row && runtime().rights.isGenuine("User", row) ? row : null;

/**
 * Locks the account of a request until the end of the transaction. Throws AUTH_REQUIRED if its session has ended, which
 * whoever ends one waits for too: an ended session must not finish what it began.
 */
export async function lockOwn(tx: Tx, { userId, sessionId }: SessionCaller): Promise<void> {
  await lockAccountWithSessions(tx, runtime().databaseKind, userId);
  await assertSessionIn(tx, sessionId);
}

/** The same for changes that only end sessions: it does not wait for changes to the vault or the account. */
export async function lockOwnSessions(tx: Tx, { userId, sessionId }: SessionCaller): Promise<void> {
  await lockSessions(tx, runtime().databaseKind, userId);
  await assertSessionIn(tx, sessionId);
}

/** Like `lockOwn`, with the account's row. Returns null like `genuineAccount`. */
export async function holdOwn(tx: Tx, caller: SessionCaller): Promise<AccountRow | null> {
  const held = await holdAccount(tx, caller.userId);
  await assertSessionIn(tx, caller.sessionId);
  return held;
}

/** Locks an account's row until the end of the transaction. Returns null like `genuineAccount`. */
export async function holdAccount(tx: Tx, userId: string): Promise<AccountRow | null> {
  await lockAccountWithSessions(tx, runtime().databaseKind, userId);
  return readAccount(tx, userId);
}

/** The same, but also null if another transaction holds the row, as a long change of the account's vault does. */
export async function holdFreeAccount(tx: Tx, userId: string): Promise<AccountRow | null> {
  const isHeld = await lockFreeAccountWithSessions(tx, runtime().databaseKind, userId);
  return isHeld ? readAccount(tx, userId) : null;
}

const readAccount = async (tx: Tx, id: string): Promise<AccountRow | null> =>
  genuineAccount(await tx.user.findUnique({ where: { id }, select: selectionOf("User") }));

/** Updates a locked row and its MAC. Another password or e-mail address ends the links that were sent by mail. */
export async function changeAccount(tx: Tx, held: AccountRow, change: Partial<Omit<AccountRow, "id">>): Promise<void> {
  const { id, email, passwordHash, passwordMadeAt, factors } = { ...held, ...change } satisfies CoveredRow<"User">;
  await tx.user.update({
    where: { id },
    data: runtime().rights.sign("User", { id, email, passwordHash, passwordMadeAt, factors }),
  });
  if (change.passwordHash !== undefined || change.email !== undefined) await endMailLinks(tx, id, mailLinkPurposes);
}

/** Records on a locked row whether the account has a second factor. */
export async function noteFactor(tx: Tx, held: AccountRow, factor: Factor, has: boolean): Promise<void> {
  const factors = readFactors(held.factors);
  if (has === factors.has(factor)) return;
  if (has) factors.add(factor);
  else factors.delete(factor);
  await changeAccount(tx, held, { factors: writeFactors(factors) });
}
