import { deleteInvitation } from "@/lib/contracts/people/invitations";
import { route } from "@/lib/http/route";
import * as invitations from "@/lib/services/teams/invitations";

export const DELETE = route(deleteInvitation, (ctx, { params }) =>
  invitations.deleteInvitation(ctx, params.id, params.invitationId),
);
