import { testWebhook } from "@/lib/contracts/access/webhooks";
import { route } from "@/lib/http/route";
import * as deliveries from "@/lib/services/webhooks/webhook-deliveries";

export const POST = route(testWebhook, (ctx, { params }) => deliveries.testWebhook(ctx, params.id));
