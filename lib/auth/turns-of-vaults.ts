import type { Tx } from "../db/client";
import { AppError } from "../errors";
import { runtime } from "../runtime";

/**
 * How many transactions of one vault are open at once in this process. Each holds a connection while it waits for the
 * rows that they share, and a vault's chain of records is such a row: more at once would be no faster, and would take
 * the connections from everybody else.
 */
const openMax = 3;

/** How long (ms) a transaction waits for its turn, unless it says otherwise: as long as for a connection. */
const waitMsMax = 10_000;

type Turns = { open: number; waiting: Set<() => void> };

const turns = new Map<string, Turns>();

/**
 * Runs a transaction of a vault, of which the others wait in order while several of them are open. Throws UNAVAILABLE
 * for one whose turn doesn't come in time.
 */
export async function inTurn<R>(vaultId: string, work: () => Promise<R>, waitMs = waitMsMax): Promise<R> {
  const own = turns.get(vaultId) ?? { open: 0, waiting: new Set() };
  turns.set(vaultId, own);
  if (own.open < openMax) own.open += 1;
  else await turnOf(own, waitMs);
  try {
    return await work();
  } finally {
    pass(vaultId, own);
  }
}

/** The same for a database transaction. It must not run inside another one: both could wait for each other's turn. */
export const transactionInTurn = <R>(vaultId: string, work: (tx: Tx) => Promise<R>): Promise<R> =>
  inTurn(vaultId, () => runtime().db.$transaction(work));

const turnOf = ({ waiting }: Turns, waitMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new AppError("UNAVAILABLE"));
    }, waitMs);
    waiting.add(begin);
  });

/** To who waits longest, if anybody does. */
function pass(vaultId: string, own: Turns): void {
  const [next] = own.waiting;
  if (next) return next();
  own.open -= 1;
  if (own.open === 0) turns.delete(vaultId);
}
