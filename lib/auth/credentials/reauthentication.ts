import { AppError } from "../../errors";
import type { Caller } from "../caller";

/** How long a re-authentication counts as recent. */
const recentMsMax = 10 * 60_000;
/** How far replicas' clocks may differ. One from further ahead was made before the clock was set back: nobody knows when. */
const aheadMsMax = 60_000;

export function isRecentlyAuthenticated(provenAt: Date, now = Date.now()): boolean {
  const ageMs = now - provenAt.getTime();
  return ageMs <= recentMsMax && ageMs >= -aheadMsMax;
}

/**
 * Throws REAUTHENTICATION_REQUIRED unless the session's user has authenticated within the last 10 minutes, so that a
 * borrowed browser is not enough. Access keys can't re-authenticate; their scopes were granted for this.
 */
export function requireRecentAuthentication(caller: Caller, now = Date.now()): void {
  if (caller.kind === "session" && !isRecentlyAuthenticated(caller.provenAt, now))
    throw new AppError("REAUTHENTICATION_REQUIRED");
}
