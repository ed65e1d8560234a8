/**
 * Calls a function once the page has loaded, so that what it fetches is not part of the first load. Returns how to
 * cancel it. Each runs in a task of its own, on a page that has loaded already too: together they block a phone for
 * longer than 50 ms.
 */
export function onceLoaded(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => (timer = setTimeout(run));
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
  return () => {
    window.removeEventListener("load", later);
    clearTimeout(timer);
  };
}
