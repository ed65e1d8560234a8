import { type CoveredRow, selectionOf } from "../crypto/covered-columns";
import type { Tx } from "../db/client";
import { lockAccount } from "../db/isolation";
import { newRowId } from "../db/row-id";
import { type Factor, readFactors, writeFactors } from "../factors";
import { runtime } from "../runtime";

/** What an account's own row decides. */
export type AccountRow = {
  id: string;
  email: string;
  passwordHash: string | null;
  passwordMadeAt: Date | null;
  factors: string;
};
type Signed = AccountRow & { mac: string | null };

/** The columns to ask for where an account is looked up for what its row decides; its name is nobody's right. */
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

/** The row as the vault left it; null for a missing one and for any other. */
export const genuineAccount = <Row extends Signed>(row: Row | null): Row | null =>
  row && runtime().rights.isGenuine("User", row) ? row : null;

/** An account's row, held to the end of the transaction for what is changed by what it says; null as `genuineAccount`. */
export async function holdAccount(tx: Tx, userId: string): Promise<AccountRow | null> {
  await lockAccount(tx, runtime().databaseKind, userId);
  return genuineAccount(await tx.user.findUnique({ where: { id: userId }, select: selectionOf("User") }));
}

/** Changes a held row, and its MAC with it. */
export async function changeAccount(
  tx: Tx,
  held: AccountRow,
  change: Partial<Pick<AccountRow, "passwordHash" | "passwordMadeAt" | "factors">>,
): Promise<void> {
  const { id, email, passwordHash, passwordMadeAt, factors } = { ...held, ...change } satisfies CoveredRow<"User">;
  await tx.user.update({
    where: { id },
    data: runtime().rights.sign("User", { id, email, passwordHash, passwordMadeAt, factors }),
  });
}

/** Notes on a held row that the account has a second factor, or lacks it from here on. */
export async function noteFactor(tx: Tx, held: AccountRow, factor: Factor, has: boolean): Promise<void> {
  const factors = readFactors(held.factors);
  if (has === factors.has(factor)) return;
  if (has) factors.add(factor);
  else factors.delete(factor);
  await changeAccount(tx, held, { factors: writeFactors(factors) });
}
