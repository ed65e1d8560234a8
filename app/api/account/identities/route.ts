import { listIdentities } from "@/lib/contracts/people/identities";
import { route } from "@/lib/http/route";
import * as identities from "@/lib/identity/identities";

export const GET = route(listIdentities, ({ caller }) => identities.listIdentities(caller));
