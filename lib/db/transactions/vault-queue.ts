import { QueueTimeoutError } from "../failures";

/**
 * The lines in which transactions of one vault wait, and how many of each are open at once in this process. Each holds a connection
 * while it waits for the rows that they share, and a vault's chain of records is such a row: more at once would be no faster, and
 * would take the connections from everybody else. Short ones have lines of their own, since they need not wait for those that
 * take long. All of one vault together leave connections to others (`connectionsMax`).
 */
const openMax = {
  /** Whatever has no other line, such as an import. */
  changes: 3,
  /** New rows that share a commit. */
  creates: 1,
  /** Reveals that are taken from the budget of a key. */
  budgets: 1,
  /** Openings of links. */
  links: 1,
  /** Changes of an account: all of them lock its row. */
  accounts: 1,
  /**
   * What begins, confirms or ends sessions, and what only takes rights away: revokes access keys, deletes trust rules, links, calendars
   * and webhooks, withdraws invitations, removes members or gives them other roles. It locks neither the account's row nor the vault.
   */
  endings: 1,
} as const;
export type Line = keyof typeof openMax;

/** How many connections of a process the transactions of one vault hold at most. */
export const connectionsMax = Object.values(openMax).reduce((sum, max) => sum + max, 0);

/** How many transactions that write only records run at once, over all vaults: each holds a connection. */
const apartMax = 3;

/** How long (ms) a transaction waits for its turn, unless it says otherwise: as long as for a connection. */
export const waitMsMax = 10_000;

type Turns = { open: number; waiting?: Set<() => void> };

const turns = new Map<string, Turns>();

/**
 * Runs a transaction of a vault, of which the others in its line wait in order while several of them are open. Throws
 * `QueueTimeoutError` for one whose turn doesn't come in time.
 */
export const withVaultSlot = <R>(
  line: Line,
  vaultId: string,
  work: () => Promise<R>,
  { waitMs = waitMsMax }: { waitMs?: number | undefined } = {},
): Promise<R> => inLine(`${line} ${vaultId}`, openMax[line], work, waitMs);

/**
 * The same for a transaction that waits for the rows of several vaults: those that wait for one vault's take its turns, whoever they are.
 * The turns are taken in one order, so that two transactions don't wait for each other. While it waits for the last ones it keeps others from the
 * first, so all its waits together take as long as one usually may, whatever it says otherwise.
 */
export function withVaultSlots<R>(
  line: Line,
  vaultIds: readonly string[],
  work: () => Promise<R>,
  { waitMs = waitMsMax }: { waitMs?: number | undefined } = {},
): Promise<R> {
  const inOrder = [...new Set(vaultIds)].sort();
  const until = performance.now() + (inOrder.length === 1 ? waitMs : Math.min(waitMs, waitMsMax));
  return inOrder.reduceRight(
    (next, id) => () => withVaultSlot(line, id, next, { waitMs: until - performance.now() }),
    work,
  )();
}

/** Runs a transaction that writes records apart, in one line for all vaults. */
export const withRecordsSlot = <R>(work: () => Promise<R>): Promise<R> => inLine("apart", apartMax, work, waitMsMax);

async function inLine<R>(name: string, openMax: number, work: () => Promise<R>, waitMs: number): Promise<R> {
  const own = turns.get(name) ?? { open: 0 };
  turns.set(name, own);
  if (own.open < openMax) own.open += 1;
  else await turnOf(own, waitMs);
  try {
    return await work();
  } finally {
    pass(name, own);
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
      reject(new QueueTimeoutError());
    }, waitMs);
    waiting.add(begin);
  });

/** Gives the turn to whoever has waited longest, if anyone is waiting. */
function pass(name: string, own: Turns): void {
  const [next] = own.waiting ?? [];
  if (next) return next();
  own.open -= 1;
  if (own.open === 0) turns.delete(name);
}
