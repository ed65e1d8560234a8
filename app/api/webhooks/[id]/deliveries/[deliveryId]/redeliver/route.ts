import { redeliver } from "@/lib/contracts/access/webhooks";
import { route } from "@/lib/http/route";
import * as deliveries from "@/lib/services/webhooks/webhook-deliveries";

export const POST = route(redeliver, (ctx, { params }) => deliveries.redeliver(ctx, params.id, params.deliveryId));
