import { createWebhook, listWebhooks } from "@/lib/contracts/access/webhooks";
import { route } from "@/lib/http/route";
import * as webhooks from "@/lib/services/webhooks/webhooks";

export const GET = route(listWebhooks, (ctx) => webhooks.listWebhooks(ctx));
export const POST = route(createWebhook, (ctx, { body }) => webhooks.createWebhook(ctx, body));
