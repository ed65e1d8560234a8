const framesMax = 60;

const rows = () => [...document.querySelectorAll<HTMLElement>("main [data-revoke]")];
const creatingButton = () => document.querySelector<HTMLElement>('main [data-shortcut="new"]');

/** Where a key stands in the list, from the top; ask while it is still there. */
export const rowOf = (id: string): number => rows().findIndex((row) => row.dataset["revoke"] === id);

/**
 * For when the row that opened a dialog goes: to the row now in its place, else to the last one, else to the page's button.
 * Waits until the dialog has closed and the list is drawn without it: before, the focus would go down with the row.
 */
export function focusRow(index: number, goneId: string, frames = framesMax): void {
  requestAnimationFrame(() => {
    if (frames > 0 && (document.querySelector("dialog:modal") || rowOf(goneId) !== -1))
      return focusRow(index, goneId, frames - 1);
    const left = rows();
    (left[Math.min(index, left.length - 1)] ?? creatingButton())?.focus();
  });
}

/** The empty list's button goes with the first key, and a link into the page had none: then the page's own takes the focus. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) creatingButton()?.focus();
  });
}
