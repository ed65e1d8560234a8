import { selectionOf } from "../../crypto/macs/covered-columns";
import type { Db, Tx } from "../../db/client";
import { lockMembers } from "../../db/transactions/isolation";
import { runtime } from "../../runtime";

/** The ids of a team's owners. Rows that somebody changed without the master key don't count. */
export async function ownersOf(tx: Db | Tx, teamId: string): Promise<string[]> {
  const rows = await tx.membership.findMany({ where: { teamId }, select: selectionOf("Membership") });
  return rows
    .filter((row) => row.role === "owner" && runtime().rights.isGenuine("Membership", row))
    .map(({ userId }) => userId);
}

/**
 * The teams that would have no owner without this person, by name. The members of each of their teams are locked until the
 * transaction ends, so that no other owner can leave one in the meantime; unless `isGuess`, for callers that lock their own
 * rows first.
 */
export async function teamsEndingWith(
  tx: Tx,
  userId: string,
  isGuess = false,
): Promise<{ id: string; name: string }[]> {
  const teams = await tx.team.findMany({
    where: { members: { some: { userId } } },
    select: { id: true, name: true },
    // In the order in which everybody locks them.
    orderBy: { id: "asc" },
  });
  const ending = [];
  for (const team of teams) {
    if (!isGuess) await lockMembers(tx, runtime().databaseKind, team.id);
    if ((await ownersOf(tx, team.id)).every((owner) => owner === userId)) ending.push(team);
  }
  return ending.sort((one, other) => (one.name < other.name ? -1 : 1));
}
