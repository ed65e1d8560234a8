import type * as webhooks from "../../../contracts/access/webhooks";
import { endpoint } from "../api";
import { readQuery } from "../queries/query-client";

const listWebhooks = endpoint<typeof webhooks.listWebhooks>("GET", "/webhooks", "json");
const listDeliveries = endpoint<typeof webhooks.listDeliveries>("GET", "/webhooks/{id}/deliveries", "json");
export const createWebhook = endpoint<typeof webhooks.createWebhook>("POST", "/webhooks", "json");
export const updateWebhook = endpoint<typeof webhooks.updateWebhook>("PUT", "/webhooks/{id}", "json");
export const deleteWebhook = endpoint<typeof webhooks.deleteWebhook>("DELETE", "/webhooks/{id}", "none");
export const testWebhook = endpoint<typeof webhooks.testWebhook>("POST", "/webhooks/{id}/test", "json");
export const redeliver = endpoint<typeof webhooks.redeliver>(
  "POST",
  "/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  "json",
);

export const webhooksQuery = readQuery(["webhooks"], listWebhooks, {});
export const deliveriesQuery = (id: string) =>
  readQuery(["webhooks", id, "deliveries"], listDeliveries, { params: { id } });
