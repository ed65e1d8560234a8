import { deleteTwoFactorToken, updateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { route } from "@/lib/http/route";
import * as twoFactor from "@/lib/services/two-factor/tokens";

export const PUT = route(updateTwoFactorToken, (ctx, { params, body, precondition }) =>
  twoFactor.updateTwoFactorToken(ctx, params.id, body, precondition),
);
export const DELETE = route(deleteTwoFactorToken, (ctx, { params, precondition }) =>
  twoFactor.deleteTwoFactorToken(ctx, params.id, precondition),
);
