import type { Environment } from "../../contracts/primitives";
import type { Team } from "../../contracts/people/teams";

/** What a member of a team is limited to; null without a limit. */
export type Reach = Pick<Team, "projects" | "environments">;

export const everywhere: Reach = { projects: null, environments: null };

/** Whether somebody with these limits reaches what is for an environment, or for none. */
export const isReached = (environment: Environment | "none", { environments }: Pick<Reach, "environments">): boolean =>
  environments === null || environments.includes(environment);
