import type { Tx } from "../db/client";
import { withVaultSlot, type Line } from "../db/transactions/vault-queue";
import { runtime } from "../runtime";

/**
 * Runs a transaction of an account in turn, as `withVaultSlot` does: those that wait for its rows must not take everybody's
 * connections. They have a line of their own, but whoever changes the account's own row also waits for what changes its vault for
 * long: every change of the vault counts in that row. `line`: what only begins, confirms or ends sessions doesn't need the
 * row, so a thief's imports don't keep anybody from ending the thief's sessions. It must not run inside another one, since both could wait for
 * each other's turn.
 */
export const transactionInTurn = <R>(
  userId: string,
  work: (tx: Tx) => Promise<R>,
  { line = "accounts", ...limits }: { line?: Extract<Line, "accounts" | "endings">; timeout?: number } = {},
): Promise<R> => withVaultSlot(line, userId, () => runtime().db.$transaction(work, limits));

/**
 * Runs the transaction that makes an account. Nobody else waits for that, except the team that it joins at once, if it
 * does: in turn with all other changes of the team.
 */
export function newcomersTransaction<R>(teamId: string | null, work: (tx: Tx) => Promise<R>): Promise<R> {
  const run = () => runtime().db.$transaction(work);
  return teamId === null ? run() : withVaultSlot("changes", teamId, run);
}
