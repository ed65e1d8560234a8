import { endSession } from "@/lib/contracts/people/sessions";
import { route } from "@/lib/http/route";
import * as sessions from "@/lib/identity/sessions";

export const DELETE = route(endSession, ({ caller }, { params }) => sessions.endSession(caller, params.id));
