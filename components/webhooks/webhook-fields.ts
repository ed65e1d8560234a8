import type { Webhook } from "@/lib/contracts/access/webhooks";

/** The form's fields. `events` counts only if `all` is off. */
export type WebhookFields = { url: string; all: boolean; events: string[] };

export const fieldsOf = (webhook: Webhook | undefined): WebhookFields => ({
  url: webhook?.url ?? "",
  all: !webhook || webhook.events.includes("*"),
  events: webhook?.events.filter((event) => event !== "*") ?? [],
});

/** What was typed about a webhook, or a new one, is kept under this name. */
export const keptName = (id = "new") => `webhook ${id}`;

/** What is sent. */
export const bodyOf = ({ url, all, events }: WebhookFields) => ({ url: url.trim(), events: all ? ["*"] : events });
