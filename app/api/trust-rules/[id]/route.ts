import { deleteTrustRule } from "@/lib/contracts/access/trust-rules";
import { route } from "@/lib/http/route";
import * as trustRules from "@/lib/services/access/trust-rules";

export const DELETE = route(deleteTrustRule, (ctx, { params }) => trustRules.deleteTrustRule(ctx, params.id));
