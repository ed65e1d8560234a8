import { trustRuleSubject } from "../../auth/account-subjects";
import { newRecord, recordIn } from "../../auth/activity";
import type { RequestFacts } from "../../auth/caller";
import { type CoveredRow, selectionOf } from "../../crypto/covered-columns";
import { hashToken, keyPrefixOf, newAccessKey } from "../../crypto/token";
import { isMissingParent } from "../../db/failures";
import { holdTrustRule } from "../../db/isolation";
import { newRowId } from "../../db/row-id";
import { runtime } from "../../runtime";

/** Keys of one rule that work at the same time. Whoever has a token may exchange it again as long as it is valid. */
const liveKeysMax = 1_000;
const minuteMs = 60_000;
/** Of a claim, in the activity. */
const nameLengthMax = 200;

export type IssuedKey = { key: string; expiresAt: Date };
type Rule = CoveredRow<"TrustRule"> & { readonly name: string };

/**
 * Makes an access key under a rule, for whom the token names. The record is in the same transaction, without which nothing
 * leaves. Null if the rule is gone or has been changed, or has too many keys. `subject`: the token's `sub`.
 */
export async function issueKey(
  rule: Rule,
  subject: string,
  request: RequestFacts,
  now = Date.now(),
): Promise<IssuedKey | null> {
  const { db, databaseKind, rights } = runtime();
  const ruleId = String(rule.id);
  const key = newAccessKey();
  const expiresAt = new Date(now + Number(rule.minutes) * minuteMs);
  const row = {
    id: newRowId(),
    userId: rule.userId,
    makerId: rule.makerId,
    ruleId,
    name: rule.name,
    keyHash: hashToken(key),
    keyPrefix: keyPrefixOf(key),
    scopes: rule.scopes,
    bounds: rule.bounds,
    expiresAt,
  };
  const signed = rights.sign("AccessKey", row) as typeof row & { userId: string; scopes: string; mac: string };
  try {
    return await db.$transaction(async (tx) => {
      await holdTrustRule(tx, databaseKind, { id: ruleId, userId: signed.userId });
      const standing = await tx.trustRule.findFirst({ where: { id: ruleId }, select: selectionOf("TrustRule") });
      if (!standing || !rights.isGenuine("TrustRule", standing)) return null;
      const live = await tx.accessKey.count({ where: { ruleId, expiresAt: { gt: new Date(now) } } });
      if (live >= liveKeysMax) return null;
      await tx.accessKey.create({ data: signed });
      const actor = {
        kind: "system",
        userId: null,
        name: subject.slice(0, nameLengthMax),
        keyId: row.id,
        keyPrefix: row.keyPrefix,
      } as const;
      await recordIn(
        tx,
        newRecord({
          owner: signed.userId,
          action: "trust-rule.issue",
          actor,
          request,
          subject: trustRuleSubject({ id: ruleId, name: rule.name }),
        }),
      );
      return { key, expiresAt };
    });
  } catch (error) {
    if (isMissingParent(error)) return null;
    throw error;
  }
}
