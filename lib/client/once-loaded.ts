/** Runs it once the page has loaded, so that what it fetches is no part of the first load; answers with how to call it off. */
export function onceLoaded(run: () => void): () => void {
  if (document.readyState === "complete") run();
  else window.addEventListener("load", run, { once: true });
  return () => window.removeEventListener("load", run);
}
