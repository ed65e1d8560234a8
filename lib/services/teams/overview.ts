import { boundsIn } from "../../auth/grants/key-bounds";
import type { Role } from "../../contracts/people/roles";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";

/** The operator's view of teams: names and numbers, no content. */
export type ListedTeam = { id: string; name: string; createdAt: Date; members: number; entries: number };
export type ListedMember = {
  id: string;
  email: string;
  role: Role;
  projects: string[] | null;
  environments: string[] | null;
  /** Whether the row is as the vault wrote it. Without that, the person is not a member. */
  genuine: boolean;
};

export async function listAllTeams(): Promise<ListedTeam[]> {
  const rows = await runtime().db.team.findMany({
    orderBy: [{ name: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      name: true,
      createdAt: true,
      _count: { select: { members: true } },
      owner: { select: { _count: { select: { entries: { where: { trashId: null } } } } } },
    },
  });
  return rows.map(({ _count, owner, ...team }) => ({ ...team, ..._count, entries: 0, ...owner?._count }));
}

/** The members of the one team with this id or name. Throws NOT_FOUND if there is none, or more than one. */
export async function listMembersOf(team: string): Promise<ListedMember[]> {
  const { db, rights } = runtime();
  const teams = await db.team.findMany({ where: { OR: [{ id: team }, { name: team }] }, select: { id: true } });
  if (teams.length !== 1)
    throw new AppError("NOT_FOUND", {
      message:
        teams.length === 0
          ? `There is no team ${team}: team list shows all teams.`
          : `${teams.length} teams are named ${team}: give the id of one, as team list --json shows it.`,
    });
  const rows = await db.membership.findMany({
    where: { teamId: { in: teams.map(({ id }) => id) } },
    select: { ...selectionOf("Membership"), user: { select: { id: true, email: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ user, ...row }) => ({
    ...user,
    role: row.role as Role,
    ...boundsIn(row.bounds),
    genuine: rights.isGenuine("Membership", row),
  }));
}
