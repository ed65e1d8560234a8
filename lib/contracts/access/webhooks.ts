import { z } from "zod";
import { actionNames } from "./actions";
import { contract } from "../contract";
import { count, id, idOfEitherCase, serverManaged, timestamp } from "../primitives";
import { daysToldAhead } from "./reminders";

/*
 * Webhooks: addresses that are told what happens in a vault, by names and ids, never by values.
 */

const urlLengthMax = 2_000;
const groups = [...new Set(actionNames.map((action) => `${action.split(".")[0]}.*`))];
const eventNames = ["*", ...groups, ...actionNames] as [string, ...string[]];

const WebhookEvent = z.enum(eventNames).meta({
  id: "WebhookEvent",
  description: "An action of the activity; all actions of a kind, such as `entry.*`; or `*` for all",
});

const events = () =>
  z
    .array(WebhookEvent)
    .min(1, "must name an event")
    .max(eventNames.length, `must have at most ${eventNames.length} items`);

const url = () =>
  z
    .string()
    .max(urlLengthMax, `must have at most ${urlLengthMax} characters`)
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), "must be an https address")
    .meta({
      format: "uri",
      maxLength: urlLengthMax,
      description:
        "An https address. If the vault's setting WEBHOOK_PRIVATE_ADDRESSES is true, also http, this machine and private networks",
    });

const webhook = {
  id: "5b2f7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  url: "https://hooks.example.com/vault",
  events: ["entry.*", "access-key.create"],
  disabledAt: null,
  disabledFor: null,
  failingSince: null,
  nextAttemptAt: null,
  createdAt: "2026-03-01T09:30:00.000Z",
};

export const Webhook = z
  .object({
    id: id(),
    url: z
      .string()
      .nullable()
      .meta({ description: "Null if it can't be decrypted: then nothing is sent to it, and it can only be deleted" }),
    events: z.array(z.string()).meta({ description: "None if they can't be decrypted" }),
    disabledAt: timestamp()
      .nullable()
      .meta({ description: "Since when nothing is sent any more; null while events are sent" }),
    disabledFor: z
      .enum(["failing", "gone"])
      .nullable()
      .meta({ description: "It failed for a day, or answered 410 Gone" }),
    failingSince: timestamp().nullable().meta({ description: "When the message that is being tried first failed" }),
    nextAttemptAt: timestamp().nullable().meta({ description: "When that message is tried again" }),
    createdAt: timestamp(),
  })
  .meta({ id: "Webhook", example: webhook });
export type Webhook = z.infer<typeof Webhook>;

export const CreatedWebhook = Webhook.extend({
  url: z.string(),
  secret: z.string().meta({ description: "Signs every message (Standard Webhooks 1.0). Shown only once" }),
}).meta({ id: "CreatedWebhook", example: { ...webhook, secret: "whsec_<BASE64 OF 32 BYTES>" } });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const CreateWebhook = z
  .strictObject({ url: url(), events: events() })
  .meta({ id: "CreateWebhook", example: { url: webhook.url, events: webhook.events } });
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const UpdateWebhook = z
  .strictObject({
    url: url().optional(),
    events: events().optional(),
    ...serverManaged,
    disabledAt: z.unknown().optional(),
    disabledFor: z.unknown().optional(),
    failingSince: z.unknown().optional(),
    nextAttemptAt: z.unknown().optional(),
  })
  .meta({ id: "UpdateWebhook", example: { events: ["*"] } });
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

/** Why there was no response. */
const deliveryFaults = ["address-refused", "name-unknown", "unreachable", "certificate-refused", "timed-out"] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

export const WebhookDelivery = z
  .object({
    id: id(),
    messageId: z.string().meta({ description: "The webhook-id of the message, the same at every attempt" }),
    event: z.string(),
    state: z.enum(["pending", "delivered", "failed"]),
    attempts: count(),
    status: z.int().nullable().meta({ description: "Of the last response; null if there was none" }),
    fault: z.enum(deliveryFaults).nullable().meta({ description: "Why there was no response" }),
    milliseconds: count().meta({ description: "How long the last attempt took" }),
    lastAttemptAt: timestamp(),
    createdAt: timestamp(),
  })
  .meta({
    id: "WebhookDelivery",
    example: {
      id: "0190a0b2-7f1d-7a36-b2c9-15d3a7e6f804",
      messageId: "msg_0190a0b2-7f1d-7a36-b2c9-15d3a7e6f805",
      event: "entry.value",
      state: "delivered",
      attempts: 1,
      status: 204,
      fault: null,
      milliseconds: 84,
      lastAttemptAt: "2026-03-01T09:30:00.000Z",
      createdAt: "2026-03-01T09:30:00.000Z",
    },
  });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const tag = "Webhooks";
const ofVault = { tag, access: "session", inVault: true, ownersOnly: true } as const;
const onOne = { ...ofVault, notFound: "WEBHOOK_NOT_FOUND" } as const;

export const listWebhooks = contract({
  id: "listWebhooks",
  method: "GET",
  path: "/webhooks",
  ...ofVault,
  summary: "List the webhooks",
  description: "Oldest first. In a team, webhooks are for its owners.",
  reply: { status: 200, json: z.array(Webhook) },
});

export const createWebhook = contract({
  id: "createWebhook",
  method: "POST",
  path: "/webhooks",
  ...ofVault,
  summary: "Create a webhook",
  description: `From now on, the address gets a POST for each event, in order and at least once: \`{type, timestamp, data}\` with names and ids, signed as Standard Webhooks 1.0 says. Of \`entry.due\` and \`access-key.expiring\`, \`data.due\` has the reason, the date and the path of the page for dealing with it. These come once for each date, within minutes: ${daysToldAhead} days before an entry or an access key expires, at once if less is left, and when a value is to be replaced. A response of 2xx within 10 seconds takes the message; otherwise it is sent again after growing waits, for a day. Then the webhook is disabled. At 410 it is disabled at once. Redirects are not followed.`,
  body: CreateWebhook,
  reply: { status: 201, json: CreatedWebhook },
  errors: ["WEBHOOKS_FULL"],
  plaintext: true,
});

export const updateWebhook = contract({
  id: "updateWebhook",
  method: "PUT",
  path: "/webhooks/{id}",
  ...onOne,
  summary: "Change a webhook",
  description: "What is left out stays. A disabled webhook gets events again from now on.",
  body: UpdateWebhook,
  reply: { status: 200, json: Webhook },
});

export const deleteWebhook = contract({
  id: "deleteWebhook",
  method: "DELETE",
  path: "/webhooks/{id}",
  ...onOne,
  summary: "Delete a webhook",
  reply: { status: 204 },
});

export const testWebhook = contract({
  id: "testWebhook",
  method: "POST",
  path: "/webhooks/{id}/test",
  ...onOne,
  summary: "Send a test message",
  description: "Of the type `webhook.test`, sent once, immediately. The answer has the result.",
  reply: { status: 200, json: WebhookDelivery },
});

export const listDeliveries = contract({
  id: "listDeliveries",
  method: "GET",
  path: "/webhooks/{id}/deliveries",
  ...onOne,
  summary: "List a webhook's deliveries",
  description: "Newest first, at most 100. They are kept for 30 days.",
  query: z.strictObject({
    before: idOfEitherCase()
      .optional()
      .meta({ description: "The id of a delivery: only those before it. Used for paging" }),
  }),
  reply: { status: 200, json: z.array(WebhookDelivery) },
});

export const redeliver = contract({
  id: "redeliver",
  method: "POST",
  path: "/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  ...onOne,
  notFoundBy: { deliveryId: "DELIVERY_NOT_FOUND" },
  summary: "Send a message again",
  description:
    "The same message, under the same id, sent once, immediately. The answer has the result. Not possible once the activity record that it is about is no longer kept.",
  reply: { status: 200, json: WebhookDelivery },
});
