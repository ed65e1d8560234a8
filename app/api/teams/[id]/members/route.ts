import { listMembers } from "@/lib/contracts/people/members";
import { route } from "@/lib/http/route";
import * as members from "@/lib/services/teams/members";

export const GET = route(listMembers, (ctx, { params }) => members.listMembers(ctx, params.id));
