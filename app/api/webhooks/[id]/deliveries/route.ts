import { listDeliveries } from "@/lib/contracts/access/webhooks";
import { route } from "@/lib/http/route";
import * as deliveries from "@/lib/services/webhooks/webhook-deliveries";

export const GET = route(listDeliveries, (ctx, { params, query }) => deliveries.listDeliveries(ctx, params.id, query));
