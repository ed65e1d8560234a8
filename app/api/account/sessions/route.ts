import { endOtherSessions, listSessions } from "@/lib/contracts/people/sessions";
import { route } from "@/lib/http/route";
import * as sessions from "@/lib/identity/sessions";

export const GET = route(listSessions, ({ caller }) => sessions.listSessions(caller));
export const DELETE = route(endOtherSessions, ({ caller }) => sessions.endOtherSessions(caller));
