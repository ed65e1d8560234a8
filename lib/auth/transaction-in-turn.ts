import type { Tx } from "../db/client";
import { inTurn } from "../db/transactions/turns-of-vaults";
import { runtime } from "../runtime";

/**
 * Runs a transaction of an account in turn, as `inTurn` does: those that wait for a long change of its vault must not take
 * everybody's connections. They have a line of their own, so that whoever ends a thief's sessions does not wait behind the
 * thief's imports. It must not run inside another one, since both could wait for each other's turn.
 */
export const transactionInTurn = <R>(
  userId: string,
  work: (tx: Tx) => Promise<R>,
  limits: { timeout?: number } = {},
): Promise<R> => inTurn(`account ${userId}`, () => runtime().db.$transaction(work, limits), { openMax: 2 });
