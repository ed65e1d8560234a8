import { createInvitation, listInvitations } from "@/lib/contracts/people/invitations";
import { siteOrigin } from "@/lib/http/site-origin";
import { route } from "@/lib/http/route";
import { countedInvitation } from "@/lib/identity/accounts/mailed-invitations";
import * as invitations from "@/lib/services/teams/invitations";

export const GET = route(listInvitations, (ctx, { params }) => invitations.listInvitations(ctx, params.id));
export const POST = route(createInvitation, (ctx, { params, body }, header) =>
  countedInvitation(ctx.caller, body, () => invitations.createInvitation(ctx, params.id, body, siteOrigin(header))),
);
