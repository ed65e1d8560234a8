import { proveIdentity } from "@/lib/contracts/account";
import { route } from "@/lib/http/route";
import * as login from "@/lib/identity/login";

export const POST = route(proveIdentity, async ({ caller }, { body }, header) => ({
  sessionCookie: await login.proveIdentity(caller, body, header("cookie")),
}));
