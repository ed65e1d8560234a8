export const endedKey = "session-ended";

/** Why the sign-in page is shown: the session has ended, and typed text was lost if there was any. */
export type EndedSession = "ended" | "typed-lost";

/** Tells the next sign-in page in this tab that the session ended, nothing else. */
export function tellEnded(how: EndedSession | ""): void {
  try {
    window.sessionStorage.setItem(endedKey, how);
  } catch {
    // Storage is blocked: the sign-in page then asks without saying why.
  }
}
