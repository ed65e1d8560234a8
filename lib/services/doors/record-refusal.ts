import { trustRuleSubject } from "../../auth/account-subjects";
import { newRecord } from "../../auth/activity";
import type { RequestFacts } from "../../auth/caller";
import type { Actor } from "../../contracts/access/activity";
import { loggableError, log } from "../../log";
import { runtime } from "../../runtime";

/** Whoever sent the token: what it says of them is not known to be true. */
const someone: Actor = {
  kind: "system",
  userId: null,
  name: "whoever had the token",
  keyId: null,
  keyPrefix: null,
};

/** Refusals of a rule that a process records in an hour: anybody can send tokens. */
const recordedMax = 60;
const hourMs = 60 * 60_000;
/** Rules that a process counts for. */
const countedMax = 10_000;

const counts = new Map<string, { since: number; recorded: number }>();

function isDue(ruleId: string, now: number): boolean {
  const known = counts.get(ruleId);
  const count = known && known.since > now - hourMs ? known : { since: now, recorded: 0 };
  counts.delete(ruleId);
  const [oldest] = counts.size < countedMax ? [] : counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
  counts.set(ruleId, count);
  count.recorded += 1;
  return count.recorded <= recordedMax;
}

/** Tells a rule's activity that a token was refused and why, without the token. A record that can't be written is logged. */
export async function recordRefusal(
  { id, userId, name }: { id: string; userId: string; name: string },
  reason: string,
  request: RequestFacts,
): Promise<void> {
  log.info({ event: "token-refused", rule: id, reason, requestId: request.id });
  if (!isDue(id, Date.now())) return;
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
