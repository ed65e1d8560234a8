const restMilliseconds = 1_000;

/** Runs it once the page has loaded and had a second's rest; answers with how to call it off. Safari has no requestIdleCallback. */
export function whenIdle(run: () => void): () => void {
  let timer: number | undefined;
  const wait = () => {
    timer = window.setTimeout(run, restMilliseconds);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => {
    window.removeEventListener("load", wait);
    window.clearTimeout(timer);
  };
}
