import { createTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/two-factor";
import { route } from "@/lib/http/route";
import * as twoFactor from "@/lib/services/two-factor";

export const GET = route(listTwoFactorTokens, (caller) => twoFactor.listTwoFactorTokens(caller));
export const POST = route(createTwoFactorToken, (caller, { body }) => twoFactor.createTwoFactorToken(caller, body));
