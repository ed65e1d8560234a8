import { siteOf } from "@/lib/identity/site";
import { reauthenticateWithPasskey } from "@/lib/contracts/people/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const POST = route(reauthenticateWithPasskey, async ({ caller }, { body }, header) => ({
  sessionCookie: await passkeys.reauthenticateWithPasskey(caller, body, siteOf(header), header("cookie")),
}));
