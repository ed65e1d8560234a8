const framesMax = 60;

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const byId = (id: string | undefined) => (id === undefined ? null : find(`[data-entry="${CSS.escape(id)}"]`));

/**
 * After a dialog whose trigger may be gone: to the entry, else to the list's first one, else to its search.
 * Waits until the dialog has closed: around an open one nothing takes the focus.
 */
export function focusEntry(id: string | undefined, frames = framesMax): void {
  requestAnimationFrame(() => {
    if (frames > 0 && find("dialog:modal")) return focusEntry(id, frames - 1);
    const target =
      byId(id) ?? find("[data-entry]") ?? find('main [data-shortcut="search"]') ?? find('main [data-shortcut="new"]');
    target?.focus();
  });
}

/** The entry to go on with once this one is gone: the next, else the one before. Ask while it is still in the list. */
export function besideEntry(id: string): string | undefined {
  const shown = [...document.querySelectorAll<HTMLElement>("[data-entry]")];
  const at = shown.findIndex((entry) => entry.dataset["entry"] === id);
  return (shown[at + 1] ?? shown[at - 1])?.dataset["entry"];
}

/** When a dialog was closed that nothing on this page had opened: the focus, which would be nobody's, goes to the entry. */
export function keepFocus(id: string | undefined, frames = framesMax): void {
  requestAnimationFrame(() => {
    if (frames > 0 && find("dialog:modal")) return keepFocus(id, frames - 1);
    if (document.activeElement === document.body) focusEntry(id);
  });
}
