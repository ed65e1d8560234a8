/** Does something now and again after each time, one after the other, until it is stopped. */
export function repeated(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = running
      .then(() => (stopping.signal.aborted ? undefined : work(stopping.signal)))
      // The next time tries again.
      .then(() => {}, failed);
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
