/** Those that are shown, the uppermost last. */
const shown: HTMLDialogElement[] = [];

/**
 * Shows a modal dialog until the returned function is called, and no shorter: browsers close it against the page's will
 * when they are asked a second time without a gesture in between, as by a second Escape. `dismiss` is called by Escape,
 * the way back of a phone and the backdrop, and decides.
 */
export function showModally(element: HTMLDialogElement, dismiss: () => void): () => void {
  const listening = new AbortController();
  let pressed: EventTarget | null;
  window.addEventListener(
    "keydown",
    (event) => {
      if (
        event.key !== "Escape" ||
        event.defaultPrevented ||
        event.isComposing ||
        shown.at(-1) !== element ||
        document.querySelector("[popover=auto]:popover-open")
      )
        return;
      // A key that the page has handled asks the browser for nothing.
      event.preventDefault();
      // One held down would also answer what its first press made the dialog ask.
      if (!event.repeat) dismiss();
    },
    listening,
  );
  const handle = (event: Event) => {
    // What happens inside bubbles, and so does a file field's cancel.
    const { type, target } = event;
    if (type === "pointerdown") pressed = target;
    if (target !== element) return;
    if (type === "cancel") event.preventDefault();
    if (type === "cancel" || (type === "click" && pressed === element)) dismiss();
    // Those above it come after it, so that they stay above it.
    if (type === "close" && !element.open)
      for (const one of shown.slice(shown.indexOf(element))) {
        one.close();
        one.showModal();
      }
  };
  for (const type of ["cancel", "close", "pointerdown", "click"]) element.addEventListener(type, handle, listening);
  shown.push(element);
  element.showModal();
  return () => {
    shown.splice(shown.indexOf(element), 1);
    listening.abort();
    // Closed before it is removed: only then does the browser restore the focus.
    element.close();
  };
}
