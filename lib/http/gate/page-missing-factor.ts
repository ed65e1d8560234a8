import { runtime } from "../../runtime";
import type { SessionCaller } from "../../auth/caller";
import { authenticateSession } from "../cookies/session-cookie";

/**
 * The required second factor that the browser's session lacks, so that pages can ask for it first. This only decides
 * what is rendered: the API enforces it.
 */
export async function pageMissingFactor(cookieHeader: string | null): Promise<SessionCaller["missingFactor"]> {
  if (runtime().settings.AUTH_SECOND_FACTOR === "optional") return undefined;
  // If the database is unreachable, the page's own requests will report it.
  const session = await authenticateSession(cookieHeader).catch(() => null);
  return session?.missingFactor;
}
