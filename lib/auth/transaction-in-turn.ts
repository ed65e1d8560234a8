import type { Tx } from "../db/client";
import { inTurn } from "../db/transactions/turns-of-vaults";
import { runtime } from "../runtime";

/**
 * Runs a transaction of a vault or of its account in turn, as `inTurn` does: those that wait for a long change of the vault
 * must not take everybody's connections. It must not run inside another one, since both could wait for each other's turn.
 */
export const transactionInTurn = <R>(vaultId: string, work: (tx: Tx) => Promise<R>): Promise<R> =>
  inTurn(vaultId, () => runtime().db.$transaction(work));
