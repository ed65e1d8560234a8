import { onceLoaded } from "./once-loaded";

const restMilliseconds = 1_000;

/**
 * Calls a function when the page has loaded and been idle for a second. Returns how to cancel it. Safari has no
 * requestIdleCallback.
 */
export function whenIdle(run: () => void): () => void {
  let timer: number | undefined;
  const callOff = onceLoaded(() => {
    timer = window.setTimeout(run, restMilliseconds);
  });
  return () => {
    callOff();
    window.clearTimeout(timer);
  };
}
