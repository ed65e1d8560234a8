import { z } from "zod";
import { roleAllows, roles } from "./role-rights";
import { type Scope, scopes } from "../access/scopes";

export { managesTeam, roles } from "./role-rights";

const scopesOf = (role: (typeof roles)[number]): readonly Scope[] => scopes.filter((scope) => roleAllows(role, scope));

/** What the members of a team may do: the one table for the gate and the documents. */
export const roleGrants = {
  owner: { description: "Everything, members and the team itself included", scopes: scopesOf("owner") },
  editor: { description: "Reads, reveals and changes everything", scopes: scopesOf("editor") },
  reader: { description: "Reads, reveals and exports", scopes: scopesOf("reader") },
  auditor: { description: "Reads names and the activity, never a value", scopes: scopesOf("auditor") },
} as const satisfies Record<(typeof roles)[number], { description: string; scopes: readonly Scope[] }>;

export const Role = z.enum(roles).meta({
  id: "Role",
  description: roles.map((role) => `${role}: ${roleGrants[role].description}`).join(" · "),
});
export type Role = z.infer<typeof Role>;
