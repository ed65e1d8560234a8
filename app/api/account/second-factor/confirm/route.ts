import { confirmSecondFactor } from "@/lib/contracts/people/second-factor";
import { route } from "@/lib/http/route";
import * as secondFactor from "@/lib/identity/second-factor";

export const POST = route(confirmSecondFactor, ({ caller }, { body }) =>
  secondFactor.confirmSecondFactor(caller, body),
);
