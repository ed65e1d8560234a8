import { deleteWebhook, updateWebhook } from "@/lib/contracts/access/webhooks";
import { route } from "@/lib/http/route";
import * as webhooks from "@/lib/services/webhooks/webhooks";

export const PUT = route(updateWebhook, (ctx, { params, body }) => webhooks.updateWebhook(ctx, params.id, body));
export const DELETE = route(deleteWebhook, (ctx, { params }) => webhooks.deleteWebhook(ctx, params.id));
