import { runtime } from "../runtime";
import type { SessionCaller } from "../auth/caller";
import { authenticateSession } from "./cookies/session-cookie";

/**
 * The second factor that the vault asks for and the browser's session lacks, for the pages to ask for it first. A hint
 * for what is drawn: what a session may do is decided by the API alone.
 */
export async function pageMissingFactor(cookieHeader: string | null): Promise<SessionCaller["missingFactor"]> {
  if (runtime().settings.AUTH_SECOND_FACTOR === "optional") return undefined;
  // A database that is away is told by the page's own requests.
  const session = await authenticateSession(cookieHeader).catch(() => null);
  return session?.missingFactor;
}
