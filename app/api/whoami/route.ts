import { whoAmI } from "@/lib/contracts/access/whoami";
import { route } from "@/lib/http/route";
import * as callers from "@/lib/services/access/whoami";

export const GET = route(whoAmI, (ctx) => callers.whoAmI(ctx));
