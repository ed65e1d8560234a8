import { readQuery } from "./query-client";
import { queryKeys } from "./query-keys";
import { listInvitations, listMembers } from "../resources/team-api";

export const membersQuery = (id: string) => readQuery(queryKeys.members(id), listMembers, { params: { id } });
export const invitationsQuery = (id: string) =>
  readQuery(queryKeys.invitations(id), listInvitations, { params: { id } });
