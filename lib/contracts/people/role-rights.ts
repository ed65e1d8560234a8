import type { Scope } from "../access/scopes";

/** From the most to the least powerful. */
export const roles = ["owner", "editor", "reader", "auditor"] as const;
type RoleName = (typeof roles)[number];

/** Whether a role has the scope. Without schemas and lists, since every page of a team asks it. */
export function roleAllows(role: RoleName, scope: Scope): boolean {
  if (role === "owner" || role === "editor") return true;
  const verb = scope.split(":")[1];
  if (role === "reader") return verb !== "write";
  return verb === "read" && scope !== "export:read";
}

/** Whether a role's members may change who belongs to the team, and the team itself. */
export const managesTeam = (role: RoleName): boolean => role === "owner";

/**
 * Scopes that a key or role limited to projects or environments can't use: two-factor tokens belong to no project; a category
 * belongs to all that have an entry in it.
 */
export const isUnboundedOnly = (scope: Scope): boolean => scope.startsWith("2fa:") || scope === "categories:write";
