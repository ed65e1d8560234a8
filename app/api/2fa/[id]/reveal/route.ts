import { revealTwoFactorCode } from "@/lib/contracts/two-factor";
import { route } from "@/lib/http/route";
import * as twoFactor from "@/lib/services/two-factor";

export const POST = route(revealTwoFactorCode, (ctx, { params, query }) =>
  twoFactor.revealTwoFactorCode(ctx, params.id, { withNext: query.next === "true" }),
);
