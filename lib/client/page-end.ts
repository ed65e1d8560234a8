/** Why nothing of the vault is on this page any more. */
export type PageEnd =
  | { why: "signing-out" }
  /** Signed out here, and the vault was not told. `until`: when the session ends there in any case, as an ISO timestamp. */
  | { why: "not-told"; until: string | undefined }
  /** `reached`: whether the vault said so itself, and so can show its sign-in page. */
  | { why: "session-over"; reached: boolean };

const listeners = new Set<() => void>();
let end: PageEnd | undefined;

/** Takes everything off this page, at once and without asking anybody. What comes next is a full load. */
export function endPage(next: PageEnd): void {
  end = next;
  for (const listener of listeners) listener();
}

export const pageEndStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: () => end,
  onServer: () => undefined,
};
