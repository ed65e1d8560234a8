import { replaceRecoveryCodes } from "@/lib/contracts/people/second-factor";
import { route } from "@/lib/http/route";
import * as secondFactor from "@/lib/identity/second-factor";

export const POST = route(replaceRecoveryCodes, ({ caller }) => secondFactor.replaceRecoveryCodes(caller));
