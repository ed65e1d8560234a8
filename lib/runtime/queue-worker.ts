import { runtime } from "./index";

/** How often the queue is looked at (ms). */
const everyMs = 1_000;

type Queue = {
  /** Aborted by a stop: what is running ends early. */
  signal: AbortSignal;
  isFull: () => boolean;
  /** Begins the work for a row, unless it is running or as many are as may be at once. */
  begin: (id: string, work: () => Promise<void>) => void;
};

type Options = {
  /** How many rows are worked on at once. */
  atOnceMax: number;
  /** Ends the leases of a process that was killed. Only called where no other process has the database. */
  endLeases: () => Promise<unknown>;
  /** Looks for rows that are due, and begins their work. */
  look: (queue: Queue) => Promise<void>;
  report: (error: unknown) => void;
};

/** Works on the rows of a queue that are due. Failures are reported once, until it works again. */
export function queueWorker({ atOnceMax, endLeases, look, report }: Options) {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isFailing = false;

  const failed = (error: unknown): void => {
    if (!isFailing && !stopping.signal.aborted) report(error);
    isFailing = true;
  };
  const isFull = () => running.size >= atOnceMax;
  const queue: Queue = {
    signal: stopping.signal,
    isFull,
    begin: (id, work) => {
      if (isFull() || running.has(id)) return;
      const done = work()
        .catch(failed)
        .finally(() => running.delete(id));
      running.set(id, done);
    },
  };
  /** Not while another look still runs, or waits for the leases: a slow one would have looks wait behind it without end. */
  function lookNext(): void {
    if (isLooking) return;
    isLooking = true;
    looking = looking.then(lookOnce).finally(() => (isLooking = false));
  }
  async function lookOnce(): Promise<void> {
    if (stopping.signal.aborted) return;
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
      stopping.abort();
      await looking;
      await Promise.all(running.values());
    },
  };
}
