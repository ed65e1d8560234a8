/** The focus was on a row that is gone: it goes to the first row that is left, or to the page. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    (document.querySelector<HTMLElement>("main [data-restore]") ?? document.getElementById("content"))?.focus();
  });
}
