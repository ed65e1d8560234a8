import { createTeam, listTeams } from "@/lib/contracts/people/teams";
import { route } from "@/lib/http/route";
import * as teams from "@/lib/services/teams/teams";

export const GET = route(listTeams, (ctx) => teams.listTeams(ctx));
export const POST = route(createTeam, (ctx, { body }) => teams.createTeam(ctx, body));
