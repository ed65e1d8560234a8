import { deleteTeam, updateTeam } from "@/lib/contracts/people/teams";
import { route } from "@/lib/http/route";
import * as teams from "@/lib/services/teams/teams";

export const PUT = route(updateTeam, (ctx, { params, body }) => teams.updateTeam(ctx, params.id, body));
export const DELETE = route(deleteTeam, (ctx, { params, body }) => teams.deleteTeam(ctx, params.id, body));
