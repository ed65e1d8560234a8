const framesMax = 60;

const rows = () => [...document.querySelectorAll<HTMLElement>("main [data-revoke]")];
const creatingButton = () => document.querySelector<HTMLElement>('main [data-shortcut="new"]');

/** A key's position in the list; call it while the key is still there. */
export const rowOf = (id: string): number => rows().findIndex((row) => row.dataset["revoke"] === id);

/**
 * Moves the focus when the row that opened a dialog is removed: to the row now in its place, or else the last one, or
 * the page's button. Waits until the dialog has closed and the list has rendered without the row: earlier, the focus
 * would be lost with it.
 */
export function focusRow(index: number, goneId: string, frames = framesMax): void {
  requestAnimationFrame(() => {
    if (frames > 0 && (document.querySelector("dialog:modal") || rowOf(goneId) !== -1))
      return focusRow(index, goneId, frames - 1);
    const left = rows();
    (left[Math.min(index, left.length - 1)] ?? creatingButton())?.focus();
  });
}

/**
 * The empty list's button disappears with the first key, and a link into the page had none: then focus the page's own
 * button.
 */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) creatingButton()?.focus();
  });
}
