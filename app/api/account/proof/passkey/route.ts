import { siteOf } from "@/lib/identity/site";
import { provePasskey } from "@/lib/contracts/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const POST = route(provePasskey, async ({ caller }, { body }, header) => ({
  sessionCookie: await passkeys.provePasskey(caller, body, siteOf(header), header("cookie")),
}));
