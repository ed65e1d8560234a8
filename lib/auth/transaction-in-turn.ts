import type { Tx } from "../db/client";
import { inTurn } from "../db/transactions/turns-of-vaults";
import { runtime } from "../runtime";

/**
 * Runs a transaction in its vault's turn. It must not run inside another one: both could wait for each other's turn. Throws
 * `MissedTurnError` if the turn doesn't come in time.
 */
export const transactionInTurn = <R>(vaultId: string, work: (tx: Tx) => Promise<R>): Promise<R> =>
  inTurn(vaultId, () => runtime().db.$transaction(work));
