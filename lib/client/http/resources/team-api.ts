import type * as invitations from "../../../contracts/people/invitations";
import type * as members from "../../../contracts/people/members";
import type * as teams from "../../../contracts/people/teams";
import type * as transfers from "../../../contracts/transfer/transfer";
import { endpoint } from "../api";

export const createTeam = endpoint<typeof teams.createTeam>("POST", "/teams", "json");
export const updateTeam = endpoint<typeof teams.updateTeam>("PUT", "/teams/{id}", "json");
export const deleteTeam = endpoint<typeof teams.deleteTeam>("DELETE", "/teams/{id}", "none");
export const listMembers = endpoint<typeof members.listMembers>("GET", "/teams/{id}/members", "json");
export const updateMember = endpoint<typeof members.updateMember>("PUT", "/teams/{id}/members/{userId}", "json");
export const removeMember = endpoint<typeof members.removeMember>("DELETE", "/teams/{id}/members/{userId}", "none");
export const listInvitations = endpoint<typeof invitations.listInvitations>("GET", "/teams/{id}/invitations", "json");
export const createInvitation = endpoint<typeof invitations.createInvitation>(
  "POST",
  "/teams/{id}/invitations",
  "json",
);
export const deleteInvitation = endpoint<typeof invitations.deleteInvitation>(
  "DELETE",
  "/teams/{id}/invitations/{invitationId}",
  "none",
);
export const acceptInvitation = endpoint<typeof invitations.acceptInvitation>("POST", "/invitations/accept", "json");
export const transfer = endpoint<typeof transfers.transfer>("POST", "/transfer", "json");
