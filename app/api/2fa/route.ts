import { createTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import { route } from "@/lib/http/route";
import * as twoFactor from "@/lib/services/two-factor/tokens";

export const GET = route(listTwoFactorTokens, (ctx) => twoFactor.listTwoFactorTokens(ctx));
export const POST = route(createTwoFactorToken, (ctx, { body }) => twoFactor.createTwoFactorToken(ctx, body));
