/** For when what opened a dialog is gone: to the row now in that place, else to the last one, else to the page's button. */
export function focusRow(index: number): void {
  // A frame later, when the dialog has closed and the list is drawn.
  requestAnimationFrame(() => {
    const rows = document.querySelectorAll<HTMLElement>("main [data-revoke]");
    (rows[Math.min(index, rows.length - 1)] ?? document.querySelector<HTMLElement>('main [data-shortcut="new"]'))?.focus();
  });
}

/** The empty list's button goes with the first key, and a link into the page had none: then the page's own takes the focus. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main [data-shortcut="new"]')?.focus();
  });
}
