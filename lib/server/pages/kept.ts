import { log } from "../../log";
import type { Ending, PagesProcess } from "./child";

/** The pages' process ends after this long without a request (ms); the next page then waits for it to start. */
export const idleMsMax = 10 * 60_000;

/** A process that ran this long (ms) counts as healthy: its end counts as the first again. */
const soundMs = 60_000;
/** The longest time (ms) between an end and the next start. */
const restartMsMax = 30_000;

/** How long (ms) after its last connection a process that died may take until its end is told. */
const endingMsMax = 2_000;

/** No process can be asked now: it has ended too often, just before. */
export class PagesDown extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super("The pages' process has ended several times");
    this.name = "PagesDown";
  }
}

type Options = {
  start: () => PagesProcess;
  /** Whether a failure means that nothing was answered, as if the process had ended. */
  isNoAnswer: (error: unknown) => boolean;
  idleMs?: number;
};

/**
 * Keeps one process while pages are asked for: starts it for the first, once for all that ask meanwhile; ends it after
 * `idleMs` without any. One that ends by itself is replaced at the next page, at once the first time, then ever later.
 */
export function keptPages({ start, isNoAnswer, idleMs = idleMsMax }: Options) {
  let current: PagesProcess | undefined;
  let inUse = 0;
  let idle: NodeJS.Timeout | undefined;
  let failures = 0;
  let notBefore = 0;

  function begin(): PagesProcess {
    if (performance.now() < notBefore) throw new PagesDown(Math.ceil((notBefore - performance.now()) / 1_000));
    const startedAt = performance.now();
    const begun = start();
    // Whoever waits for it hears of it too.
    begun.ready.catch(() => {});
    void begun.ended.then((ending) => {
      if (current === begun) gone(ending, performance.now() - startedAt);
    });
    return begun;
  }
  function gone(ending: Ending, lived: number): void {
    current = undefined;
    failures = lived >= soundMs ? 1 : failures + 1;
    if (failures > 1) notBefore = performance.now() + Math.min(restartMsMax, 1_000 * 2 ** (failures - 2));
    log.error({ event: "pages-ended", ...(ending.signal ? { signal: ending.signal } : { exitCode: ending.exitCode }) });
  }
  function letGo(): Promise<unknown> {
    clearTimeout(idle);
    const left = current;
    current = undefined;
    left?.end();
    return left?.ended ?? Promise.resolve();
  }

  return {
    /**
     * Lets `work` ask the process, which is not ended meanwhile. If it ends without an answer, the next one is asked, once:
     * mostly it had died before, and `work` is the first to notice. Throws `PagesDown`, or what `ready` or `work` rejects with.
     */
    async use<T>(work: (place: Awaited<PagesProcess["ready"]>) => Promise<T>): Promise<T> {
      clearTimeout(idle);
      inUse += 1;
      try {
        const asked = (current ??= begin());
        try {
          return await work(await asked.ready);
        } catch (error) {
          if (!isNoAnswer(error) || !(await hasEnded(asked))) throw error;
          return await work(await (current ??= begin()).ready);
        }
      } finally {
        inUse -= 1;
        if (inUse === 0) idle = setTimeout(() => void letGo(), idleMs).unref();
      }
    },
    /** Ends the process. Resolves when it has. */
    stop: async (): Promise<void> => void (await letGo()),
  };
}

/** Whether it has ended, or does so soon: its connections are closed before its end is told. */
async function hasEnded({ ended }: PagesProcess): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const soon = new Promise<boolean>((resolve) => (late = setTimeout(resolve, endingMsMax, false)));
  return Promise.race([ended.then(() => true), soon]).finally(() => clearTimeout(late));
}
