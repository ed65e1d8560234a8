import { AppError } from "../errors";
import type { Caller } from "./caller";

/** So long a proof of identity is recent enough for what can't be undone or takes everything out. */
const recentMsMax = 10 * 60_000;

export const isRecentlyAuthenticated = (provenAt: Date, now = Date.now()): boolean =>
  now - provenAt.getTime() <= recentMsMax;

/**
 * Throws REAUTHENTICATION_REQUIRED when the session's user has not proven who they are for 10 minutes, so that a
 * borrowed browser is not enough. Access keys can't be asked again: what they may do was granted with their scopes.
 */
export function requireRecentAuthentication(caller: Caller, now = Date.now()): void {
  if (caller.kind === "session" && !isRecentlyAuthenticated(caller.provenAt, now))
    throw new AppError("REAUTHENTICATION_REQUIRED");
}
