import { authenticateKey, bearerKey } from "../auth/access-key";
import type { Caller } from "../auth/caller";
import { AppError } from "../errors";
import { authenticateSession } from "./cookies/session-cookie";

/** Returns the caller. Throws an error with status 401 if there is none. */
export async function authenticate(request: { headers: { get(name: string): string | null } }): Promise<Caller> {
  const key = bearerKey(request.headers.get("authorization"));
  // A wrong key must fail, not fall back to the cookie.
  if (key !== null) return authenticateKey(key);
  const session = await authenticateSession(request.headers.get("cookie"));
  if (!session) throw new AppError("AUTH_REQUIRED");
  return session;
}
