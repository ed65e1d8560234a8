import { removeMember, updateMember } from "@/lib/contracts/people/members";
import { route } from "@/lib/http/route";
import * as members from "@/lib/services/teams/members";

export const PUT = route(updateMember, (ctx, { params, body }) =>
  members.updateMember(ctx, params.id, params.userId, body),
);
export const DELETE = route(removeMember, (ctx, { params, query }) =>
  members.removeMember(ctx, params.id, params.userId, query),
);
