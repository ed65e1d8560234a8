import { unlinkIdentity } from "@/lib/contracts/people/identities";
import { route } from "@/lib/http/route";
import * as identities from "@/lib/identity/identities";

export const DELETE = route(unlinkIdentity, ({ caller }, { params }) => identities.unlinkIdentity(caller, params.id));
