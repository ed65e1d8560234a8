import { authenticateKey, bearerKey } from "../auth/access-key";
import type { Caller } from "../auth/caller";
import { noteKeyUse } from "../auth/last-used";
import { keyPrefixOf } from "../crypto/token";
import { AppError } from "../errors";
import { log } from "../log";
import { metrics } from "../metrics";
import { authenticateSession } from "./cookies/session-cookie";

/** Returns the caller. Throws an error with status 401 if there is none. */
export async function authenticate(request: { headers: { get(name: string): string | null } }): Promise<Caller> {
  const key = bearerKey(request.headers.get("authorization"));
  // A wrong key must fail, not fall back to the cookie.
  if (key !== null)
    return authenticateKey(key, Date.now(), (keyId) =>
      // Behind the answer, which takes no longer than that to an unknown key.
      setImmediate(() => raiseAlarm(keyId, keyPrefixOf(key))),
    );
  const session = await authenticateSession(request.headers.get("cookie"));
  if (!session) throw new AppError("AUTH_REQUIRED");
  return session;
}

/** Somebody has found a canary and tried it. The operator and the key's owner learn of it; the caller does not. */
function raiseAlarm(keyId: string, keyPrefix: string): void {
  metrics.canaryUses.inc();
  log.error({ event: "canary-used", keyId, keyPrefix });
  noteKeyUse(keyId);
}
