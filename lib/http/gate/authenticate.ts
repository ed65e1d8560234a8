import { authenticateKey, bearerKey, type Canary } from "../../auth/credentials/access-key";
import { keySubject } from "../../auth/activity/account-subjects";
import { newRecord } from "../../auth/activity/activity";
import type { Caller, RequestFacts } from "../../auth/caller";
import { hourlyCounts } from "../../auth/activity/hourly-counts";
import { noteKeyUse } from "../../auth/credentials/last-used";
import { recordAfterReply } from "../../auth/activity/record-after-reply";
import { hashToken, keyPrefixOf } from "../../crypto/tokens/token";
import { AppError } from "../../errors";
import { log } from "../../log";
import { metrics } from "../../metrics";
import { coalesceLookups } from "./coalesce-lookups";
import { authenticateSession } from "../cookies/session-cookie";

/** Returns the caller, with the request's facts. Throws an error with status 401 if there is none. */
export async function authenticate(
  request: { headers: { get(name: string): string | null } },
  facts: RequestFacts,
): Promise<Caller> {
  const caller = await find(request, facts);
  caller.request = facts;
  return caller;
}

async function find(request: { headers: { get(name: string): string | null } }, facts: RequestFacts): Promise<Caller> {
  const key = bearerKey(request.headers.get("authorization"));
  // A wrong key must fail, not fall back to the cookie.
  if (key !== null)
    return coalesceLookups(hashToken(key), () =>
      authenticateKey(key, Date.now(), (canary) =>
        // After the reply, so a canary's reply takes as long as an unknown key's.
        setImmediate(() => raiseAlarm(canary, keyPrefixOf(key), facts)),
      ),
    );
  const session = await authenticateSession(request.headers.get("cookie"));
  if (!session) throw new AppError("AUTH_REQUIRED");
  return session;
}

/** Uses of a canary that a process records in an hour: whoever has it can try it without end. */
const recordedMax = 60;
const countUse = hourlyCounts();

/**
 * Somebody has found a canary and tried it. The operator and the key's owner learn of it; the caller does not. The log and
 * the metrics tell of each use, the activity of the first ones in an hour, and a mail of the very first.
 */
function raiseAlarm({ id, name, userId: owner, makerId }: Canary, keyPrefix: string, request: RequestFacts): void {
  metrics.canaryUses.inc();
  log.error({ event: "canary-used", keyId: id, keyPrefix });
  noteKeyUse(id);
  const count = countUse(id);
  if (count > recordedMax) return;
  const actor = { kind: "key", userId: makerId ?? owner, name, keyId: id, keyPrefix } as const;
  const subject = keySubject({ id, name });
  const { mail, ...record } = newRecord({
    owner,
    action: "access-key.canary",
    actor,
    request,
    subject,
    outcome: "refused",
  });
  recordAfterReply(count === 1 && mail ? { ...record, mail } : record);
}
