import { runtime } from "./index";

/** How often the queue is looked at (ms). */
const everyMs = 1_000;
/** How soon it is looked at again if work has ended for which others wait (ms). */
const soonMs = 50;

export type Queue = {
  /** Aborted by a stop: what is running ends early. */
  signal: AbortSignal;
  /** Whether as many rows are worked on as may be at once. If others wait, it is looked again when one has ended. */
  isFull: () => boolean;
  /**
   * Begins the work for a row, unless it is running, or as many are as may be at once: in all, or of one owner. Returns
   * whether it did.
   */
  begin: (id: string, work: () => Promise<void>, owner?: string) => boolean;
};

type Options = {
  /** How many rows are worked on at once. */
  atOnceMax: number;
  /** How many of one owner; as many as of all unless given. */
  ofOneOwnerMax?: number;
  /** Ends the leases of a process that was killed. Only called where no other process has the database. */
  endLeases: () => Promise<unknown>;
  /** Looks for rows that are due, and begins their work. */
  look: (queue: Queue) => Promise<void>;
  report: (error: unknown) => void;
};

/** Works on the rows of a queue that are due. Failures are reported once, until it works again. */
export function queueWorker({ atOnceMax, ofOneOwnerMax = atOnceMax, endLeases, look, report }: Options) {
  const stopping = new AbortController();
  const running = new Map<string, { owner: string; done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isSomeoneWaiting = false;
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isFailing = false;

  const failed = (error: unknown): void => {
    if (!isFailing && !stopping.signal.aborted) report(error);
    isFailing = true;
  };
  const isFull = () => {
    const isTaken = running.size >= atOnceMax;
    isSomeoneWaiting ||= isTaken;
    return isTaken;
  };
  const isShareTaken = (owner: string) => {
    const isTaken = [...running.values()].filter((one) => one.owner === owner).length >= ofOneOwnerMax;
    isSomeoneWaiting ||= isTaken;
    return isTaken;
  };
  const queue: Queue = {
    signal: stopping.signal,
    isFull,
    begin: (id, work, owner = id) => {
      if (running.has(id) || isFull() || isShareTaken(owner)) return false;
      const done = work()
        // What failed would fail again at once.
        .then(() => void (isSomeoneWaiting && lookSoon()), failed)
        .finally(() => running.delete(id));
      running.set(id, { owner, done });
      return true;
    },
  };
  function lookSoon(): void {
    if (stopping.signal.aborted) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      lookNext();
    }, soonMs).unref();
  }
  /** Not while another look still runs, or waits for the leases: a slow one would have looks wait behind it without end. */
  function lookNext(): void {
    if (isLooking) return;
    isLooking = true;
    looking = looking.then(lookOnce).finally(() => (isLooking = false));
  }
  async function lookOnce(): Promise<void> {
    if (stopping.signal.aborted) return;
    isSomeoneWaiting = false;
    try {
      await look(queue);
      isFailing = false;
    } catch (error) {
      failed(error);
    }
  }
  return {
    start: (): void => {
      // A SQLite file belongs to one process: whoever has a lease was killed.
      if (runtime().databaseKind === "sqlite") looking = endLeases().then(() => {}, failed);
      timer = setInterval(lookNext, everyMs).unref();
    },
    /** Resolves once nothing more is running. Attempts are cut off, and made again after the next start. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      clearTimeout(soon);
      stopping.abort();
      await looking;
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
