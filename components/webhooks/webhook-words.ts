import { ago } from "@/lib/client/words/dates";
import { countText } from "@/lib/client/words/count-text";
import { actionGroups } from "@/lib/client/words/action-groups";
import { actions, type Action } from "@/lib/contracts/access/actions";
import type { Webhook, WebhookDelivery } from "@/lib/contracts/access/webhooks";
import type { Tone } from "@/components/ui/badge";

/** What a webhook is called: its host. The rest of its address may be a secret. */
export const hostOf = ({ url }: Pick<Webhook, "url">): string => (url === null ? "Unknown address" : new URL(url).host);

/** What people want to hear about even if they want nothing else: offered by itself. */
export const dueEvents = {
  "entry.due": "Entries that are due",
  "access-key.expiring": "Access keys that expire soon",
} as const satisfies Partial<Record<Action, string>>;

export const nameOf = (event: string): string => {
  const group = actionGroups.find(({ kind }) => event === `${kind}.*`);
  return (
    group?.label ??
    (Object.hasOwn(dueEvents, event) ? dueEvents[event as keyof typeof dueEvents] : actions[event as Action])
  );
};

/** "All events", "Entries, Access keys", "Created an entry and 3 more" */
export function eventsText(events: readonly string[]): string {
  if (events.includes("*")) return "All events";
  const shown = events.slice(0, 3).map(nameOf).join(", ");
  return events.length > 3 ? `${shown} and ${countText(events.length - 3)} more` : shown;
}

export const eventText = (event: string): string => (event === "webhook.test" ? "Test" : actions[event as Action]);

/** How a webhook is doing; null if all is well. */
export function stateOf({ url, disabledAt, disabledFor, failingSince }: Webhook): { tone: Tone; label: string } | null {
  if (url === null) return { tone: "danger", label: "Can’t be decrypted" };
  if (disabledAt)
    return { tone: "danger", label: disabledFor === "gone" ? "Off: the receiver is gone" : "Off: failed for a day" };
  return failingSince ? { tone: "warning", label: "Failing" } : null;
}

export const deliveryStates = {
  pending: { tone: "warning", label: "Waiting" },
  delivered: { tone: "success", label: "Delivered" },
  failed: { tone: "danger", label: "Failed" },
} as const satisfies Record<WebhookDelivery["state"], { tone: Tone; label: string }>;

/** When a message is tried again: "next attempt in 5 min". What is a moment away, or has come since, comes by itself. */
export const nextText = (nextAttemptAt: string, now = Date.now()): string =>
  Date.parse(nextAttemptAt) - now < 60_000 ? "next attempt within a minute" : `next attempt ${ago(nextAttemptAt, now)}`;

const faults = {
  "address-refused": "leads to a private network",
  "name-unknown": "name not found",
  unreachable: "no connection",
  "certificate-refused": "certificate not trusted",
  "timed-out": "no answer within 10 s",
} as const satisfies Record<NonNullable<WebhookDelivery["fault"]>, string>;

/** "204 in 84 ms", "no connection" */
export const resultText = ({ status, fault, milliseconds }: WebhookDelivery): string =>
  status === null ? (fault ? faults[fault] : "") : `${status} in ${countText(milliseconds)} ms`;
