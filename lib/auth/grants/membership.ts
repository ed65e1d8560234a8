import { managesTeam, type Role, roleGrants } from "../../contracts/people/roles";
import type { Scope } from "../../contracts/access/scopes";
import * as queries from "../../db/queries/access/memberships";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import type { Bounds } from "./bounds";
import type { SessionCaller, TeamPart } from "../caller";
import { readKeyBounds } from "./key-bounds";

/** What a member may reach in their team. `revision` counts the writes to what the team owns. */
export type Membership = { team: TeamPart; bounds: Bounds | null; revision: number };

/** Read from the database every time, so that a removal or another role takes effect at the next request. */
export async function findMembership(teamId: string, userId: string): Promise<Membership | null> {
  const { reads, rights } = runtime();
  const row = await reads.get(queries.findMembership, { teamId, userId });
  if (!row || !rights.isGenuine("Membership", row)) return null;
  return {
    team: { id: teamId, role: row.role as Role },
    bounds: readKeyBounds(row.bounds).reach,
    revision: row.revision,
  };
}

/** Lets a session act in a team's vault. Throws TEAM_NOT_FOUND unless its user is a member. */
export async function enterTeam(caller: SessionCaller, teamId: string): Promise<SessionCaller> {
  const membership = await findMembership(teamId, caller.userId);
  if (!membership) throw new AppError("TEAM_NOT_FOUND");
  // Changed, not copied: it remembers privately how the session was found.
  return Object.assign(caller, membership);
}

/** Throws TEAM_OWNER_REQUIRED unless this is an owner of the team. Without a team, it is somebody in their own vault. */
export function assertOwner(member: { role: Role } | undefined): void {
  if (member && !managesTeam(member.role)) throw new AppError("TEAM_OWNER_REQUIRED");
}

const scopesByRole: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  owner: new Set(roleGrants.owner.scopes),
  editor: new Set(roleGrants.editor.scopes),
  reader: new Set(roleGrants.reader.scopes),
  auditor: new Set(roleGrants.auditor.scopes),
};

export const scopesOfRole = (role: Role): ReadonlySet<Scope> => scopesByRole[role];

/** Those scopes that the role has too. */
export function scopesWithin(role: Role, scopes: ReadonlySet<Scope>): ReadonlySet<Scope> {
  const allowed = scopesByRole[role];
  return [...scopes].every((scope) => allowed.has(scope))
    ? scopes
    : new Set([...scopes].filter((scope) => allowed.has(scope)));
}
