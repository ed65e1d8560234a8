import { z } from "zod";
import { contract } from "../contract";
import { grantBounds, grantBoundsReply } from "../access/grants";
import { id, knownName, name, serverManaged, timestamp } from "../primitives";
import { Role } from "./roles";

const team = {
  id: "5d0c7e9a-3b1f-4e62-9c84-2a6f1d8b7e30",
  name: "Payments",
  role: "owner",
  projects: null,
  environments: null,
  createdAt: "2026-03-01T09:30:00.000Z",
  updatedAt: "2026-03-01T09:30:00.000Z",
} as const;

export const Team = z
  .object({
    id: id(),
    name: z.string(),
    role: Role.meta({ description: "The caller's own" }),
    ...grantBoundsReply(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: "Team", example: team });
export type Team = z.infer<typeof Team>;

export const CreateTeam = z.strictObject({ name: name() }).meta({ id: "CreateTeam", example: { name: "Payments" } });
export type CreateTeam = z.infer<typeof CreateTeam>;

export const UpdateTeam = z
  .strictObject({
    name: name(),
    ...serverManaged,
    // The caller's own part, which a client may send back as it read it.
    role: Role.optional(),
    ...grantBounds(),
  })
  .meta({ id: "UpdateTeam", example: { name: "Payments" } });
export type UpdateTeam = z.infer<typeof UpdateTeam>;

export const DeleteTeam = z
  .strictObject({
    name: knownName().meta({ description: "The team's own name, as confirmation", example: "Payments" }),
  })
  .meta({ id: "DeleteTeam", example: { name: "Payments" } });
export type DeleteTeam = z.infer<typeof DeleteTeam>;

const tag = "Teams";

export const listTeams = contract({
  id: "listTeams",
  method: "GET",
  path: "/teams",
  tag,
  summary: "List the caller's teams",
  description:
    "Ordered by name, then creation. To act in a team's vault, send its id as X-Team-Id; without it a session acts in its own vault.",
  access: "session",
  reply: { status: 200, json: z.array(Team) },
});

export const createTeam = contract({
  id: "createTeam",
  method: "POST",
  path: "/teams",
  tag,
  summary: "Create a team",
  description: "The caller becomes its owner.",
  access: "session",
  body: CreateTeam,
  reply: { status: 201, json: Team },
});

export const updateTeam = contract({
  id: "updateTeam",
  method: "PUT",
  path: "/teams/{id}",
  tag,
  summary: "Rename a team",
  access: "session",
  ownersOnly: true,
  notFound: "TEAM_NOT_FOUND",
  body: UpdateTeam,
  reply: { status: 200, json: Team },
});

export const deleteTeam = contract({
  id: "deleteTeam",
  method: "DELETE",
  path: "/teams/{id}",
  tag,
  summary: "Delete a team and everything in it",
  description: "Permanently deletes its entries, tokens, env projects and access keys at once, for all members.",
  access: "session",
  ownersOnly: true,
  recentAuthentication: true,
  notFound: "TEAM_NOT_FOUND",
  body: DeleteTeam,
  reply: { status: 204 },
});
