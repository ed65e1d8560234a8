import { onceLoaded } from "./once-loaded";

const restMilliseconds = 1_000;

/** Runs it once the page has loaded and had a second's rest; answers with how to call it off. Safari has no requestIdleCallback. */
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
