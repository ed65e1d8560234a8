import { trustRuleSubject } from "../../../auth/activity/account-subjects";
import { newRecord, recordIn } from "../../../auth/activity/activity";
import type { RequestFacts } from "../../../auth/caller";
import { type CoveredRow, selectionOf } from "../../../crypto/macs/covered-columns";
import { hashToken, keyPrefixOf, newAccessKey } from "../../../crypto/tokens/token";
import type { Tx } from "../../../db/client";
import { isMissingParent } from "../../../db/failures";
import { holdTrustRule } from "../../../db/transactions/isolation";
import { withVaultSlot } from "../../../db/transactions/vault-queue";
import { newRowId } from "../../../db/row-id";
import { minuteMs } from "../../../durations";
import { runtime } from "../../../runtime";

/** Keys of one rule that work at the same time. Whoever has a token may exchange it again as long as it is valid. */
const liveKeysMax = 1_000;
/** Of a claim, in the activity. */
const nameLengthMax = 200;

export type IssuedKey = { key: string; expiresAt: Date };
type Rule = Pick<CoveredRow<"TrustRule">, "id" | "userId">;
type Standing = { [column in "id" | "userId" | "name" | "scopes"]: string } & {
  makerId: string | null;
  bounds: string | null;
};

/**
 * Creates an access key under a rule, for the subject that the token names. The record is in the same transaction; without
 * it nothing leaves. Null if the rule is gone or not genuine, or has too many keys. `subject`: the token's `sub`.
 */
export async function issueKey(
  rule: Rule,
  subject: string,
  request: RequestFacts,
  now = Date.now(),
): Promise<IssuedKey | null> {
  const { db, databaseKind, rights } = runtime();
  const { id: ruleId, userId } = rule as { id: string; userId: string };
  const key = newAccessKey();
  try {
    const issue = async (tx: Tx) => {
      await holdTrustRule(tx, databaseKind, { id: ruleId, userId });
      const standing = await tx.trustRule.findFirst({
        where: { id: ruleId, userId },
        select: { ...selectionOf("TrustRule"), name: true },
      });
      if (!standing || !rights.isGenuine("TrustRule", standing)) return null;
      const live = await tx.accessKey.count({ where: { ruleId, expiresAt: { gt: new Date(now) } } });
      if (live >= liveKeysMax) return null;
      const expiresAt = new Date(now + standing.minutes * minuteMs);
      const row = keyOf(standing, key, expiresAt);
      await tx.accessKey.create({ data: row });
      const actor = {
        kind: "system",
        userId: null,
        name: startOf(subject),
        keyId: row.id,
        keyPrefix: row.keyPrefix,
      } as const;
      await recordIn(
        tx,
        newRecord({
          owner: userId,
          action: "trust-rule.issue",
          actor,
          request,
          subject: trustRuleSubject({ id: ruleId, name: standing.name }),
        }),
      );
      return { key, expiresAt };
    };
    // In turn: those that wait for a long change of the vault must not take everybody's connections.
    return await withVaultSlot("changes", userId, () => db.$transaction(issue));
  } catch (error) {
    if (isMissingParent(error)) return null;
    throw error;
  }
}

/** What the rule gives, as it is when its key is made: verifying a token takes a while. */
function keyOf({ userId, makerId, name, scopes, bounds, id: ruleId }: Standing, key: string, expiresAt: Date) {
  const row = { id: newRowId(), userId, makerId, ruleId, name, scopes, bounds, expiresAt };
  return runtime().rights.sign("AccessKey", { ...row, keyHash: hashToken(key), keyPrefix: keyPrefixOf(key) });
}

/** No character that takes two code units is cut in half. */
const startOf = (subject: string): string => [...subject.slice(0, 2 * nameLengthMax)].slice(0, nameLengthMax).join("");
