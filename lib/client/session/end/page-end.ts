import { createStore, type Store } from "../../store";
import { forgetTyped, keepTyped } from "../typed/typed";

/** Why this page was cleared. */
export type PageEnd =
  | { why: "signing-out" }
  /**
   * Signed out here, but the vault could not be told. `until`: when the session ends there in any case (ISO timestamp).
   */
  | { why: "not-told"; until: string | undefined }
  /** `reached`: the vault confirmed it, so it can show its sign-in page. `signedOut`: by the user, in another tab. */
  | { why: "session-over"; reached: boolean; signedOut?: boolean };

/** What ends other tabs' pages, once the vault has confirmed it. `user`: those of this user's go on. */
export type TabMessage = PageEnd & { user?: string };

const end = createStore<PageEnd | undefined>(undefined);

export const pageEndStore: Store<PageEnd | undefined> = end;

/**
 * Clears this page immediately. A full load follows, unless the same person signs in again while typed text is kept;
 * signing out keeps nothing.
 */
export function endPage(next: PageEnd): void {
  if (next.why === "session-over" && !next.signedOut) keepTyped();
  else forgetTyped();
  end.set(next);
}

/** The same person signed in again: render the page again, from the vault's data and the kept text. */
export const resumePage = (): void => end.set(undefined);
