import { deleteTwoFactorToken, updateTwoFactorToken } from "@/lib/contracts/two-factor";
import { route } from "@/lib/http/route";
import * as twoFactor from "@/lib/services/two-factor";

export const PUT = route(updateTwoFactorToken, (caller, { params, body, precondition }) =>
  twoFactor.updateTwoFactorToken(caller, params.id, body, precondition),
);
export const DELETE = route(deleteTwoFactorToken, (caller, { params, precondition }) =>
  twoFactor.deleteTwoFactorToken(caller, params.id, precondition),
);
