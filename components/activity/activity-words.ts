import { browserName } from "@/lib/client/browser-name";
import { countText } from "@/lib/client/count-text";
import { daysUntil, longDate } from "@/lib/client/dates";
import { actions, type Action } from "@/lib/contracts/actions";
import type { ActivityRecord } from "@/lib/contracts/activity";

/** What "refused" makes of an action whose words would say the contrary. */
const refusedWords: Partial<Record<Action, string>> = {
  "session.sign-in": "Failed to sign in",
  "session.confirm": "Failed to confirm who they are",
};

/** What was done, in a sentence's words. */
export const actionText = ({ action, outcome }: Pick<ActivityRecord, "action" | "outcome">): string =>
  (outcome === "refused" ? refusedWords[action] : undefined) ?? actions[action];

/** How many values it was about, if it counts them. */
export const countedText = ({ count }: Pick<ActivityRecord, "count">): string | undefined =>
  count === null ? undefined : count === 1 ? "1 value" : `${countText(count)} values`;

/** From where, in short: "203.0.113.7 · Firefox on Linux". */
export const placeText = ({ address, userAgent }: Pick<ActivityRecord, "address" | "userAgent">): string =>
  [address, userAgent && browserName(userAgent)].filter(Boolean).join(" · ");

/** "Today", "Yesterday", "21 Nov 2026". */
export function dayText(at: string): string {
  const days = daysUntil(at);
  return days === 0 ? "Today" : days === -1 ? "Yesterday" : longDate(at);
}
