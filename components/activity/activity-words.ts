import { actorText } from "@/lib/client/words/actor-text";
import { browserName } from "@/lib/client/words/browser-name";
import { countText } from "@/lib/client/words/count-text";
import { daysUntil, longDate } from "@/lib/client/words/dates";
import { actions, type Action } from "@/lib/contracts/access/actions";
import type { ActivityRecord } from "@/lib/contracts/access/activity";

/** What "refused" makes of an action whose words would say the contrary. */
const refusedWords: Partial<Record<Action, string>> = {
  "session.sign-in": "Failed to sign in",
  "session.confirm": "Failed to confirm their identity",
  "trust-rule.issue": "Refused an ID token",
};

/** What was done, in a sentence's words. */
export const actionText = ({ action, outcome }: Pick<ActivityRecord, "action" | "outcome">): string =>
  (outcome === "refused" ? refusedWords[action] : undefined) ?? actions[action];

/** Whether nobody proved to be who they said. */
const isUnproven = ({ action, outcome }: Pick<ActivityRecord, "action" | "outcome">): boolean =>
  action === "session.sign-in" && outcome === "refused";

/** Whose it was: the id of a key or a person, if that is known to be true. */
export const actorIdOf = (record: Pick<ActivityRecord, "action" | "outcome" | "actor">): string | null =>
  isUnproven(record) ? null : (record.actor.keyId ?? record.actor.userId);

/** The name that one of these records has of an actor whom no list has any more: a former member, a revoked key. */
export const nameOfActor = (records: readonly ActivityRecord[], actorId: string): string | undefined =>
  records.find((record) => actorIdOf(record) === actorId)?.actor.name ?? undefined;

/** Who did it, where that stands alone. `self`: the reader's own id. */
export const whoText = (record: Pick<ActivityRecord, "action" | "outcome" | "actor">, self?: string): string =>
  isUnproven(record) ? "Somebody unknown" : actorText(record.actor, self);

/** Why an ID token was refused: the codes of docs/scripts.md. */
const tokenFaults: Readonly<Record<string, string>> = {
  issuer: "The token is not from the rule’s issuer.",
  audience: "The token is for another audience.",
  claims: "A claim of the token does not match.",
  signature: "No key of the issuer signed the token.",
  expired: "The token has expired.",
  "too-old": "The token was issued more than an hour ago.",
  "not-yet-valid": "The token is not valid yet: compare the clocks.",
  "times-missing": "The token does not say when it was issued or expires.",
  "issuer-unavailable": "The issuer’s keys could not be fetched, or its answer was invalid.",
  maker: "The rule’s creator has left the team.",
  "not-issued": "The rule has 1,000 working keys, or was just deleted.",
};

/** Why something was refused, in words. */
export const reasonText = (reason: string): string => tokenFaults[reason] ?? reason;

const counted = (count: number, noun: string) => `${countText(count)} ${count === 1 ? noun : `${noun}s`}`;

/** How many values it was about, if it counts them. A request to a model sends names; one to the built-in matcher sends none. */
export function countedText({ action, count }: Pick<ActivityRecord, "action" | "count">): string | undefined {
  if (count === null) return undefined;
  if (action !== "vault.ask") return counted(count, "value");
  return count === 0 ? undefined : `${counted(count, "name")} sent to the model`;
}

/** From where, in short: "203.0.113.7 · Firefox on Linux". */
export const placeText = ({ address, userAgent }: Pick<ActivityRecord, "address" | "userAgent">): string =>
  [address, userAgent && browserName(userAgent)].filter(Boolean).join(" · ");

/** "Today", "Yesterday", "21 Nov 2026". */
export function dayText(at: string): string {
  const days = daysUntil(at);
  return days === 0 ? "Today" : days === -1 ? "Yesterday" : longDate(at);
}
