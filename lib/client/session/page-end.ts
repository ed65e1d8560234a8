import { forgetTyped, keepTyped } from "./typed";

/** Why nothing of the vault is on this page any more. */
export type PageEnd =
  | { why: "signing-out" }
  /** Signed out here, and the vault was not told. `until`: when the session ends there in any case, as an ISO timestamp. */
  | { why: "not-told"; until: string | undefined }
  /** `reached`: whether the vault said so itself, and so can show its sign-in page. `signedOut`: somebody wanted it, in another tab. */
  | { why: "session-over"; reached: boolean; signedOut?: boolean };

const listeners = new Set<() => void>();
let end: PageEnd | undefined;

function publish(next: PageEnd | undefined) {
  end = next;
  for (const listener of listeners) listener();
}

/**
 * Takes everything off this page, at once and without asking anybody. What comes next is a full load, unless the same person
 * signs in again where something typed is kept: who signs out keeps nothing.
 */
export function endPage(next: PageEnd): void {
  if (next.why === "session-over" && !next.signedOut) keepTyped();
  else forgetTyped();
  publish(next);
}

/** The same person has signed in again: the page is drawn anew, from nothing but the vault and what was typed. */
export const resumePage = (): void => publish(undefined);

export const pageEndStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: () => end,
  onServer: () => undefined,
};
