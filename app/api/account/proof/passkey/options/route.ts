import { siteOf } from "@/lib/identity/site";
import { beginPasskeyProof } from "@/lib/contracts/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const POST = route(beginPasskeyProof, ({ caller }, _input, header) =>
  passkeys.beginPasskeyProof(caller, siteOf(header)),
);
