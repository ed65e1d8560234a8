import { siteOf } from "@/lib/auth/site";
import { provePasskey } from "@/lib/contracts/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/services/passkeys";

export const POST = route(provePasskey, (caller, { body }, header) => passkeys.provePasskey(caller, body, siteOf(header)));
