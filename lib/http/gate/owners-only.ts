import type { SessionCaller } from "../../auth/caller";
import { assertOwner, findMembership } from "../../auth/grants/membership";
import { actsInVault, type ContractSpec } from "../../contracts/contract";
import { AppError } from "../../errors";
import { type PathParams, readId } from "../request/path-params";

/**
 * Refuses members who own nothing before they learn what a valid request looks like, or which ids there are. Throws
 * TEAM_OWNER_REQUIRED, and TEAM_NOT_FOUND for a team in the path that is not the caller's.
 */
export async function assertOwnersOnly(
  caller: SessionCaller,
  contract: ContractSpec,
  params: PathParams,
): Promise<void> {
  if (!contract.ownersOnly) return;
  if (actsInVault(contract)) return assertOwner(caller.team);
  if (contract.ownersOnly === "or-oneself" && readId(params["userId"]) === caller.userId) return;
  const teamId = readId(params["id"]);
  const membership = teamId === null ? null : await findMembership(teamId, caller.userId);
  if (!membership) throw new AppError("TEAM_NOT_FOUND");
  assertOwner(membership.team);
}
