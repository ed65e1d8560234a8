export const endedKey = "session-ended";

/** Why the sign-in page is shown: the session has ended, and with it what was typed, if anything was. */
export type EndedSession = "ended" | "typed-lost";

/** For the sign-in page that comes next in this tab. Says that it happened, nothing else. */
export function tellEnded(how: EndedSession | ""): void {
  try {
    window.sessionStorage.setItem(endedKey, how);
  } catch {
    // Storage is blocked: the sign-in page then asks without saying why.
  }
}
