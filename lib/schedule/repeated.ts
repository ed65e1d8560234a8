type Work = {
  /** Returns how much was done. */
  work: (now: number, signal: AbortSignal) => Promise<number>;
  /** Called if that is more than nothing. */
  done?: (count: number) => void;
  failed: (error: unknown) => void;
};

/** Does something now and again after each time, until it is stopped. A time that comes while it is still being done is left out. */
export function repeated(everyMs: number, { work, done, failed }: Work) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const once = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    const count = await work(Date.now(), stopping.signal);
    if (count > 0) done?.(count);
  };
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    // The next time tries again.
    running = once()
      .catch(failed)
      .finally(() => (isRunning = false));
  };
  return {
    start: (): void => {
      timer = setInterval(run, everyMs).unref();
      run();
    },
    /** Resolves once nothing is running. */
    stop: (): Promise<void> => {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}
