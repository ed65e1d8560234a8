import { authenticateKey, bearerKey } from "../auth/access-key";
import type { Caller } from "../auth/caller";
import { AppError } from "../errors";
import { authenticateSession } from "./cookies/session-cookie";

/** Who sends this request. Throws a 401 code when nobody known does. */
export async function authenticate(request: { headers: { get(name: string): string | null } }): Promise<Caller> {
  const key = bearerKey(request.headers.get("authorization"));
  // A wrong key must not fall back to the cookie: fail loudly.
  if (key !== null) return authenticateKey(key);
  const session = await authenticateSession(request.headers.get("cookie"));
  if (!session) throw new AppError("AUTH_REQUIRED");
  return session;
}
