import type { Caller } from "../../auth/caller";
import { AppError } from "../../errors";

/**
 * Another person may have signed in in another tab: what a page asks for its user must not be done for that one. A page
 * says by `X-Session-User` whose it is. Throws AUTH_REQUIRED if the session is another user's, since the page's own has
 * ended. Without the header, and of access keys, nothing is checked.
 */
export function assertOfPageUser({ kind, userId }: Caller, headers: { get(name: string): string | null }): void {
  const pageUser = kind === "session" ? headers.get("x-session-user") : null;
  if (pageUser !== null && pageUser !== userId)
    throw new AppError("AUTH_REQUIRED", {
      message: "The session does not belong to the user in X-Session-User: sign in again",
    });
}
