const storageKey = "shortcuts";

/** Single-key shortcuts can get in the way of speech input and assistive technology, so they can be switched off (WCAG 2.1.4). */
export function shortcutsEnabled(): boolean {
  try {
    return window.localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

export function setShortcutsEnabled(enabled: boolean): void {
  try {
    if (enabled) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, "off");
  } catch {
    // Storage is blocked: the setting can't be saved.
  }
}
