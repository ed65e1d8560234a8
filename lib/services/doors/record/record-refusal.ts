import { trustRuleSubject } from "../../../auth/activity/account-subjects";
import { keyless, newRecord } from "../../../auth/activity/activity";
import type { RequestFacts } from "../../../auth/caller";
import { hourlyCounts } from "../../../auth/activity/hourly-counts";
import { loggableError, log } from "../../../log";
import { runtime } from "../../../runtime";

/** Whoever sent the token: what it says of them is not known to be true. */
const someone = keyless("system", null, "whoever had the token");

/** Refusals of a rule that a process records in an hour: anybody can send tokens. */
const recordedMax = 60;
const countRefusal = hourlyCounts();

/** Tells a rule's activity that a token was refused and why, without the token. A record that can't be written is logged. */
export async function recordRefusal(
  { id, userId, name }: { id: string; userId: string; name: string },
  reason: string,
  request: RequestFacts,
): Promise<void> {
  log.info({ event: "token-refused", rule: id, reason, requestId: request.id });
  if (countRefusal(id) > recordedMax) return;
  const record = newRecord({
    owner: userId,
    action: "trust-rule.issue",
    actor: someone,
    request,
    subject: trustRuleSubject({ id, name }),
    outcome: "refused",
    reason,
  });
  try {
    await runtime().writes.record([record]);
  } catch (error) {
    log.error({ event: "activity-not-written", action: record.action, error: loggableError(error) });
  }
}
