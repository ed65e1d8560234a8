const storageKey = "session-ended";

/** Why the sign-in page is shown: the session has ended, and with it what was typed, if anything was. */
export type EndedSession = "ended" | "typed-lost";

/** For the sign-in page that comes next in this tab. Says that it happened, nothing else. */
export function tellEnded(how: EndedSession | ""): void {
  try {
    window.sessionStorage.setItem(storageKey, how);
  } catch {
    // Storage is blocked: the sign-in page then asks without saying why.
  }
}

/** For `useSyncExternalStore`: it does not change while the page stands. */
export function toldEnded(): EndedSession | undefined {
  try {
    const told = window.sessionStorage.getItem(storageKey);
    return told === "ended" || told === "typed-lost" ? told : undefined;
  } catch {
    return undefined;
  }
}
