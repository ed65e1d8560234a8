import { acceptInvitation } from "@/lib/contracts/people/invitations";
import { route } from "@/lib/http/route";
import * as invitations from "@/lib/services/teams/invitations";

export const POST = route(acceptInvitation, (ctx, { body }) => invitations.acceptInvitation(ctx, body));
