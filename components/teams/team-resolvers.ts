import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import {
  projectTextFault,
  reachOfFields,
  type ReachFieldValues,
} from "@/components/access-keys/create/create-key-form";
import { contractResolver, faultsByField } from "@/lib/client/http/contract-resolver";
import { CreateInvitation } from "@/lib/contracts/people/invitations";
import { UpdateMember } from "@/lib/contracts/people/members";
import type { Role } from "@/lib/contracts/people/roles";
import { CreateTeam } from "@/lib/contracts/people/teams";

export type GrantFieldValues = ReachFieldValues & { role: Role };
export type InviteFieldValues = GrantFieldValues & { /** As pasted. */ emails: string; expiresInHours: string };

export const noReach: ReachFieldValues = { projects: [], projectText: "", environments: [] };

/** What the fields of a role mean. Those of its reach are not shown for an owner, who has none. */
const grantOf = (fields: GrantFieldValues) => ({
  role: fields.role,
  ...(fields.role === "owner" ? { projects: null, environments: null } : reachOfFields(fields)),
});

/** The contract's own validation of what the fields mean. */
function resolverOf<Fields extends GrantFieldValues & FieldValues, Body>(
  schema: z.ZodType<Body>,
  bodyOf: (fields: Fields) => unknown,
): Resolver<Fields, unknown, Body> {
  return (fields) => {
    const parsed = schema.safeParse(bodyOf(fields));
    const left = fields.role === "owner" ? undefined : projectTextFault(fields);
    const errors: Record<string, unknown> = {
      ...faultsByField(parsed.error),
      ...(left && { projectText: { type: "validate", message: left } }),
    };
    if (parsed.success && !left) return { values: parsed.data, errors: {} };
    return { values: {}, errors } as never;
  };
}

export const memberResolver: Resolver<GrantFieldValues, unknown, UpdateMember> = resolverOf(UpdateMember, grantOf);

/** What all invited get. Each address is looked at by itself. */
export const inviteResolver: Resolver<InviteFieldValues, unknown, CreateInvitation> = resolverOf(
  CreateInvitation,
  (fields: InviteFieldValues) => ({ ...grantOf(fields), expiresInHours: Number(fields.expiresInHours) }),
);

export const teamNameResolver: Resolver<CreateTeam> = contractResolver(CreateTeam, { name: "Enter a name" });
