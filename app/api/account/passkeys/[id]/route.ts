import { deletePasskey, renamePasskey } from "@/lib/contracts/people/passkeys";
import { route } from "@/lib/http/route";
import * as passkeys from "@/lib/identity/passkeys";

export const PUT = route(renamePasskey, ({ caller }, { params, body }) =>
  passkeys.renamePasskey(caller, params.id, body),
);
export const DELETE = route(deletePasskey, ({ caller }, { params }) => passkeys.deletePasskey(caller, params.id));
