import { useQuery } from "@tanstack/react-query";
import type { Scope } from "../../contracts/access/scopes";
import type { Team } from "../../contracts/people/teams";
import { teamsQuery } from "../http/queries/queries";
import { useActiveVault } from "./address/use-active-vault";
import { rightsIn, useRights } from "./reveal/use-rights";

/** A team, or null for one's own vault. */
export type MoveTarget = Pick<Team, "id" | "name"> | null;

/** Where things that the scope is about may be moved to: one's own vault, and teams where one may change them. */
export function useMoveTargets(scope: Scope): MoveTarget[] {
  const activeVault = useActiveVault();
  const { may } = useRights();
  const { data: teams } = useQuery(teamsQuery);
  if (!teams || !may(scope)) return [];
  const others = teams.filter((team) => team.id !== activeVault && rightsIn(team).may(scope));
  return activeVault === null ? others : [null, ...others];
}
