import { siteOf } from "@/lib/identity/site";
import { beginPasskeySignIn } from "@/lib/contracts/people/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const POST = route(beginPasskeySignIn, (_ctx, _input, header) =>
  passkeys.beginPasskeySignIn(siteOf(header), header("x-forwarded-for") ?? ""),
);
