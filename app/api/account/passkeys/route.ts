import { siteOf } from "@/lib/identity/site";
import { createPasskey, listPasskeys } from "@/lib/contracts/people/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const GET = route(listPasskeys, ({ caller }) => passkeys.listPasskeys(caller));
export const POST = route(createPasskey, ({ caller }, { body }, header) =>
  passkeys.createPasskey(caller, body, siteOf(header)),
);
