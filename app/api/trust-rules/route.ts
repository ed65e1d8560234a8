import { createTrustRule, listTrustRules } from "@/lib/contracts/access/trust-rules";
import { route } from "@/lib/http/route";
import * as trustRules from "@/lib/services/access/trust-rules";

export const GET = route(listTrustRules, (ctx) => trustRules.listTrustRules(ctx));
export const POST = route(createTrustRule, (ctx, { body }) => trustRules.createTrustRule(ctx, body));
