import { siteOf } from "@/lib/identity/site";
import { beginPasskey } from "@/lib/contracts/people/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const POST = route(beginPasskey, ({ caller }, _input, header) => passkeys.beginPasskey(caller, siteOf(header)));
