import { z } from "zod";
import { email } from "./account";
import { contract } from "../contract";
import { grantBounds, grantBoundsReply } from "../access/grants";
import { id, knownName, serverManaged, timestamp } from "../primitives";
import { Role } from "./roles";

export const Member = z
  .object({
    userId: id(),
    email: z.string(),
    name: z.string().nullable(),
    role: Role,
    ...grantBoundsReply(),
    createdAt: timestamp().meta({ description: "When they joined" }),
  })
  .meta({
    id: "Member",
    example: {
      userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
      email: "ada@example.com",
      name: "Ada",
      role: "editor",
      projects: ["billing"],
      environments: null,
      createdAt: "2026-03-01T09:30:00.000Z",
    },
  });
export type Member = z.infer<typeof Member>;

/** An owner has everything: limits would be an error of whoever asks for them. */
export const isRoleWithBounds = ({
  role,
  projects,
  environments,
}: {
  role: Role;
  projects?: readonly string[] | null | undefined;
  environments?: readonly string[] | null | undefined;
}): boolean => role !== "owner" || (!projects && !environments);
export const unlimitedOwner = {
  path: ["role"],
  message: "must be editor, reader or auditor to be limited to projects or environments",
};

export const UpdateMember = z
  .strictObject({
    role: Role,
    ...grantBounds(),
    ...serverManaged,
    // What a client may send back as it read it.
    email: email().optional(),
    name: knownName().nullish(),
  })
  .refine(isRoleWithBounds, unlimitedOwner)
  .meta({ id: "UpdateMember", example: { role: "reader", projects: ["billing"], environments: null } });
export type UpdateMember = z.infer<typeof UpdateMember>;

const tag = "Teams";

export const listMembers = contract({
  id: "listMembers",
  method: "GET",
  path: "/teams/{id}/members",
  tag,
  summary: "List a team's members",
  description:
    "In the order in which they joined. If your role is limited to projects, others' limits name only those: an empty list is a limit to other projects.",
  access: "session",
  notFound: "TEAM_NOT_FOUND",
  reply: { status: 200, json: z.array(Member) },
});

export const updateMember = contract({
  id: "updateMember",
  method: "PUT",
  path: "/teams/{id}/members/{userId}",
  tag,
  summary: "Change a member's role",
  description:
    "Effective from the member's next request on, and for their access keys in the team. Limits that are left out stay as they are, unless the member becomes an owner; null lifts them.",
  access: "session",
  ownersOnly: true,
  recentAuthentication: true,
  notFound: "TEAM_NOT_FOUND",
  notFoundBy: { userId: "MEMBER_NOT_FOUND" },
  body: UpdateMember,
  reply: { status: 200, json: Member },
  errors: ["LAST_OWNER"],
});

export const RemovalOptions = z.strictObject({
  keys: z.enum(["keep", "revoke"]).default("revoke").meta({
    description:
      "keep: the member's access keys in the team become the remover's, with no more rights than the member had",
  }),
});
export type RemovalOptions = z.output<typeof RemovalOptions>;

export const removeMember = contract({
  id: "removeMember",
  method: "DELETE",
  path: "/teams/{id}/members/{userId}",
  tag,
  summary: "Remove a member, or leave",
  description:
    "An owner removes anybody, everybody else only themselves. Effective from the next request on. Their access keys in the team are revoked, unless keys=keep.",
  access: "session",
  ownersOnly: "or-oneself",
  notFound: "TEAM_NOT_FOUND",
  notFoundBy: { userId: "MEMBER_NOT_FOUND" },
  query: RemovalOptions,
  reply: { status: 204 },
  errors: ["LAST_OWNER"],
});
