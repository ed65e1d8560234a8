import { AppError } from "../errors";
import type { Caller } from "./caller";

/** How long a re-authentication counts as recent. */
const recentMsMax = 10 * 60_000;

export const isRecentlyAuthenticated = (provenAt: Date, now = Date.now()): boolean =>
  now - provenAt.getTime() <= recentMsMax;

/**
 * Throws REAUTHENTICATION_REQUIRED unless the session's user has authenticated within the last 10 minutes, so that a
 * borrowed browser is not enough. Access keys can't re-authenticate; their scopes were granted for this.
 */
export function requireRecentAuthentication(caller: Caller, now = Date.now()): void {
  if (caller.kind === "session" && !isRecentlyAuthenticated(caller.provenAt, now))
    throw new AppError("REAUTHENTICATION_REQUIRED");
}
