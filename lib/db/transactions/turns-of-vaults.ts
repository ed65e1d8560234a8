import { MissedTurnError } from "../failures";

/**
 * How many transactions of one vault are open at once in this process. Each holds a connection while it waits for the
 * rows that they share, and a vault's chain of records is such a row: more at once would be no faster, and would take
 * the connections from everybody else.
 */
const atOnceMax = 3;

/** How long (ms) a transaction waits for its turn, unless it says otherwise: as long as for a connection. */
export const waitMsMax = 10_000;

type Turns = { open: number; waiting?: Set<() => void> };

const turns = new Map<string, Turns>();

/**
 * Runs a transaction of a vault, of which the others wait in order while several of them are open. Throws
 * `MissedTurnError` for one whose turn doesn't come in time.
 */
export async function inTurn<R>(
  vaultId: string,
  work: () => Promise<R>,
  { openMax = atOnceMax, waitMs = waitMsMax }: { openMax?: number; waitMs?: number | undefined } = {},
): Promise<R> {
  const own = turns.get(vaultId) ?? { open: 0 };
  turns.set(vaultId, own);
  if (own.open < openMax) own.open += 1;
  else await turnOf(own, waitMs);
  try {
    return await work();
  } finally {
    pass(vaultId, own);
  }
}

const turnOf = (own: Turns, waitMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const waiting = (own.waiting ??= new Set());
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new MissedTurnError());
    }, waitMs);
    waiting.add(begin);
  });

/** To who waits longest, if anybody does. */
function pass(vaultId: string, own: Turns): void {
  const [next] = own.waiting ?? [];
  if (next) return next();
  own.open -= 1;
  if (own.open === 0) turns.delete(vaultId);
}
