import { reauthenticate } from "@/lib/contracts/people/account";
import { route } from "@/lib/http/route";
import * as login from "@/lib/identity/login";

export const POST = route(reauthenticate, async ({ caller }, { body }, header) => ({
  sessionCookie: await login.reauthenticate(caller, body, header("cookie")),
}));
