import { z } from "zod";
import { email } from "./account";
import { contract } from "../contract";
import { grantBounds, grantBoundsReply } from "../access/grants";
import { isRoleWithBounds, unlimitedOwner } from "./members";
import { id, timestamp } from "../primitives";
import { Role } from "./roles";
import { Team } from "./teams";

const invitation = {
  id: "9e3b6d14-8c2a-4f07-b5d1-7c0a4e2f6b93",
  role: "reader",
  projects: ["billing"],
  environments: null,
  email: "grace@example.com",
  expiresAt: "2026-03-04T09:30:00.000Z",
  createdAt: "2026-03-01T09:30:00.000Z",
} as const;

export const Invitation = z
  .object({
    id: id(),
    role: Role,
    ...grantBoundsReply(),
    email: z.string().nullable().meta({ description: "Only this account may accept it; null for anybody's" }),
    expiresAt: timestamp(),
    createdAt: timestamp(),
  })
  .meta({ id: "Invitation", example: invitation });
export type Invitation = z.infer<typeof Invitation>;

export const CreatedInvitation = Invitation.extend({
  url: z.string().meta({ description: "The link to send, shown only once. Its token comes after the #" }),
  mailed: z.boolean().meta({ description: "Whether the vault sends it to the e-mail address, too" }),
}).meta({
  id: "CreatedInvitation",
  example: { ...invitation, url: "https://vault.example.com/invitation#<TOKEN>", mailed: true },
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

const hoursMax = 168;

export const CreateInvitation = z
  .strictObject({
    role: Role,
    ...grantBounds(),
    email: email().nullish(),
    expiresInHours: z.int().min(1).max(hoursMax).default(72).meta({ example: 72 }),
  })
  .refine(isRoleWithBounds, unlimitedOwner)
  .meta({ id: "CreateInvitation", example: { role: "reader", projects: ["billing"], email: "grace@example.com" } });
export type CreateInvitation = z.output<typeof CreateInvitation>;

/** The token of an invitation's link. */
const invitationToken = () =>
  z.string().min(1, "must not be empty").max(100, "must have at most 100 characters").meta({ example: "<TOKEN>" });

export const AcceptInvitation = z
  .strictObject({ token: invitationToken() })
  .meta({ id: "AcceptInvitation", example: { token: "<TOKEN>" } });
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

const tag = "Teams";

export const listInvitations = contract({
  id: "listInvitations",
  method: "GET",
  path: "/teams/{id}/invitations",
  tag,
  summary: "List a team's open invitations",
  description: "Newest first, without their links. For owners.",
  access: "session",
  ownersOnly: true,
  notFound: "TEAM_NOT_FOUND",
  reply: { status: 200, json: z.array(Invitation) },
});

export const createInvitation = contract({
  id: "createInvitation",
  method: "POST",
  path: "/teams/{id}/invitations",
  tag,
  summary: "Invite somebody to a team",
  description:
    "The link works once. It is shown only in this response: the vault stores a hash of its token. With an e-mail address, only the account with that address may accept it. For owners.",
  access: "session",
  ownersOnly: true,
  recentAuthentication: true,
  notFound: "TEAM_NOT_FOUND",
  body: CreateInvitation,
  reply: { status: 201, json: CreatedInvitation },
  errors: ["TOO_MANY_ATTEMPTS"],
  plaintext: true,
});

export const deleteInvitation = contract({
  id: "deleteInvitation",
  method: "DELETE",
  path: "/teams/{id}/invitations/{invitationId}",
  tag,
  summary: "Withdraw an invitation",
  description: "Its link no longer works. For owners.",
  access: "session",
  ownersOnly: true,
  notFound: "TEAM_NOT_FOUND",
  notFoundBy: { invitationId: "INVITATION_NOT_FOUND" },
  reply: { status: 204 },
});

export const acceptInvitation = contract({
  id: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
  tag,
  summary: "Accept an invitation",
  description:
    "Unknown, used, expired and withdrawn invitations, and those for another e-mail address, get the same answer.",
  access: "session",
  body: AcceptInvitation,
  reply: { status: 200, json: Team },
  errors: ["INVITATION_NOT_FOUND", "ALREADY_MEMBER"],
});
