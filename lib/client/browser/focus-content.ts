/** For an action that leads on, to another page or to this one again: what had the focus goes, and Tab begins at the content. */
export const focusContent = (): void => document.getElementById("content")?.focus({ preventScroll: true });
