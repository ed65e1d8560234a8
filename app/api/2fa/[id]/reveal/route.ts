import { revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import { route } from "@/lib/http/route";
import * as codes from "@/lib/services/two-factor/codes";

export const POST = route(revealTwoFactorCode, (ctx, { params, query }) =>
  codes.revealTwoFactorCode(ctx, params.id, { withNext: query.next === "true" }),
);
