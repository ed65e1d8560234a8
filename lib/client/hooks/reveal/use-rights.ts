import { useQuery } from "@tanstack/react-query";
import type { Scope } from "../../../contracts/access/scopes";
import { isUnboundedOnly, managesTeam, roleAllows } from "../../../contracts/people/role-rights";
import type { Team } from "../../../contracts/people/teams";
import { teamsQuery } from "../../http/queries/queries";
import { useActiveVault } from "../address/use-active-vault";

/** What this person may do in this vault. Only for what to offer: the vault decides. */
export type Rights = {
  may: (scope: Scope) => boolean;
  /** Limited to some projects or environments. */ limited: boolean;
  /** The environments that this person is limited to; null for all of them. */ environments: Team["environments"];
  /** Changes members and the team itself. */ managesTeam: boolean;
};

const ofOwnVault: Rights = { may: () => true, limited: false, environments: null, managesTeam: false };
const unknown: Rights = { may: () => false, limited: false, environments: null, managesTeam: false };

const isLimited = ({ projects, environments }: Team) => projects !== null || environments !== null;

/** A member's rights in a team. */
export const rightsIn = (team: Team): Rights => {
  const limited = isLimited(team);
  return {
    may: (scope) => roleAllows(team.role, scope) && !(limited && isUnboundedOnly(scope)),
    limited,
    environments: team.environments,
    managesTeam: managesTeam(team.role),
  };
};

/** The team whose vault this is; undefined in one's own vault, and while it is not known. */
export function useTeamHere(): Team | undefined {
  const activeVault = useActiveVault();
  const { data: teams } = useQuery(teamsQuery);
  return activeVault === null ? undefined : teams?.find(({ id }) => id === activeVault);
}

export function useRights(): Rights {
  const activeVault = useActiveVault();
  const team = useTeamHere();
  if (activeVault === null) return ofOwnVault;
  return team ? rightsIn(team) : unknown;
}
