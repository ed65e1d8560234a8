import { siteOf } from "@/lib/identity/site";
import { beginPasskeyReauthentication } from "@/lib/contracts/people/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const POST = route(beginPasskeyReauthentication, ({ caller }, _input, header) =>
  passkeys.beginPasskeyReauthentication(caller, siteOf(header)),
);
