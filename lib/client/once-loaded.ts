/**
 * Calls a function once the page has loaded, so that what it fetches is not part of the first load. Returns how to
 * cancel it.
 */
export function onceLoaded(run: () => void): () => void {
  if (document.readyState === "complete") run();
  else window.addEventListener("load", run, { once: true });
  return () => window.removeEventListener("load", run);
}
