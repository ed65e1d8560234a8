// Five seconds: what has not appeared by then is not coming.
const framesMax = 300;

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const isWaiting = (frames: number) => frames > 0 && find("dialog:modal, main [data-loading]") !== null;
const byId = (id: string | undefined) => (id === undefined ? null : find(`[data-entry~="${CSS.escape(id)}"]`));

/**
 * Moves the focus after a dialog whose trigger may be gone: to the entry, or else the list's first entry, or the
 * search. Waits until the dialog has closed, since nothing outside can take the focus before, and until the list has
 * its rows: a link can open an entry before the rows' script is there.
 */
export function focusEntry(id: string | undefined, frames = framesMax): void {
  requestAnimationFrame(() => {
    if (isWaiting(frames)) return focusEntry(id, frames - 1);
    const target =
      byId(id) ?? find("[data-entry]") ?? find('main [data-shortcut="search"]') ?? find('main [data-shortcut="new"]');
    target?.focus();
  });
}

/**
 * The entry to focus once this one is gone: the next, or else the previous one. Call it while the entry is still in the
 * list.
 */
export function besideEntry(id: string): string | undefined {
  const shown = [...document.querySelectorAll<HTMLElement>("[data-entry]")];
  const at = shown.findIndex((entry) => entry.dataset["entry"] === id);
  return (shown[at + 1] ?? shown[at - 1])?.dataset["entry"];
}

/**
 * Focuses the entry after a dialog that nothing on this page had opened, but a key or a link; without an entry the button
 * that makes one; before both what opened the dialog, if it is still there. The page stays where it is then: nobody has
 * looked at anything else.
 */
export function keepFocus(id: string | undefined, trigger?: Element | null, frames = framesMax): void {
  requestAnimationFrame(() => {
    if (isWaiting(frames)) return keepFocus(id, trigger, frames - 1);
    if (document.activeElement !== document.body) return;
    const creating = id === undefined && find('main [data-shortcut="new"]');
    if (trigger instanceof HTMLElement && trigger.isConnected && trigger !== document.body) trigger.focus();
    else if (creating) creating.focus({ preventScroll: true });
    else focusEntry(id);
  });
}
