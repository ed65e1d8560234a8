import { beginSecondFactor, removeSecondFactor } from "@/lib/contracts/people/second-factor";
import { route } from "@/lib/http/route";
import * as secondFactor from "@/lib/identity/second-factor";

export const POST = route(beginSecondFactor, ({ caller }) => secondFactor.beginSecondFactor(caller));
export const DELETE = route(removeSecondFactor, ({ caller }) => secondFactor.removeSecondFactor(caller));
