import { recordIn, recordOf } from "../../auth/activity/activity";
import type { SessionCaller } from "../../auth/caller";
import { endingMsMax } from "../../db/transactions/delete-vault-contents";
import type { Context } from "../../auth/context";
import { boundsIn } from "../../auth/grants/key-bounds";
import type { CreateTeam, DeleteTeam, Team, UpdateTeam } from "../../contracts/people/teams";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { holdOwner, lockAccount, lockVaultForDeletion, lockTeamWithMembers } from "../../db/transactions/isolation";
import { instant } from "../../db/instants";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import * as change from "../doors/change/teams";
import { inOneTransaction } from "../doors/transaction";
import { teamSubject } from "../doors/subjects";
import { assertMember, inTeam, type MemberRow } from "./membership";

type TeamRow = { id: string; name: string; createdAt: Date; updatedAt: Date };
const columns = { id: true, name: true, createdAt: true, updatedAt: true } as const;

const toTeam = (
  { id, name, createdAt, updatedAt }: TeamRow,
  { role, bounds }: Pick<MemberRow, "role" | "bounds">,
): Team => ({ id, name, role, ...boundsIn(bounds), createdAt: instant(createdAt), updatedAt: instant(updatedAt) });

export async function listTeams({ caller: { userId } }: Context<SessionCaller>): Promise<Team[]> {
  const { db, rights } = runtime();
  const rows = await db.membership.findMany({
    where: { userId },
    select: { ...selectionOf("Membership"), team: { select: columns } },
    orderBy: [{ team: { name: "asc" } }, { team: { createdAt: "asc" } }, { teamId: "asc" }],
  });
  return rows
    .filter((row) => rights.isGenuine("Membership", row))
    .map(({ team, ...row }) => toTeam(team, row as MemberRow));
}

/** A team as one of its members sees it. Throws TEAM_NOT_FOUND for everybody else. */
export async function getTeam(ctx: Context<SessionCaller>, id: string): Promise<Team> {
  const member = await assertMember(ctx, id);
  const team = await (ctx.tx ?? runtime().db).team.findUnique({ where: { id }, select: columns });
  if (!team) throw new AppError("TEAM_NOT_FOUND");
  return toTeam(team, member);
}

/** The caller becomes its owner. */
export const createTeam = (ctx: Context<SessionCaller>, { name }: CreateTeam): Promise<Team> =>
  inOneTransaction(ctx, async (ctx) => {
    const { caller, tx } = ctx;
    const rights = { role: "owner", bounds: null } as const;
    // An account that is being deleted sees the team, which ends with it, or it is gone before.
    await lockAccount(tx, runtime().databaseKind, caller.userId);
    const team = await change.createTeam(ctx, name, rights);
    await recordIn(tx, recordOf(caller, "team.create", teamSubject(team), { owner: team.id }));
    return toTeam(team, rights);
  });

export const updateTeam = (ctx: Context<SessionCaller>, id: string, { name }: UpdateTeam): Promise<Team> =>
  inTeam(ctx, id, { owner: true, lock: lockTeamWithMembers }, async (ctx, member) => {
    const team = await change.renameTeam(ctx, name);
    await recordIn(ctx.tx, recordOf(ctx.caller, "team.update", teamSubject(team)));
    return toTeam(team, member);
  });

/** Everything that it owns goes with it, its activity too: who did it is on record in their own vault. */
export const deleteTeam = (ctx: Context<SessionCaller>, id: string, { name }: DeleteTeam): Promise<void> =>
  inTeam(ctx, id, { owner: true, lock: lockEndingFor(ctx.caller), timeout: endingMsMax }, async (ctx) => {
    const { caller, tx } = ctx;
    if ((await tx.team.count({ where: { id, name } })) === 0)
      throw invalidField("name", "is not the name of this team");
    await change.deleteTeam(ctx);
    await recordIn(tx, recordOf(caller, "team.delete", teamSubject({ id, name }), { owner: caller.userId }));
  });

/** The vault in which it is recorded is held too, in the order of whoever deletes an account with its teams. */
const lockEndingFor =
  ({ userId }: SessionCaller): typeof lockVaultForDeletion =>
  async (tx, kind, teamId) => {
    for (const id of [teamId, userId].sort()) await (id === teamId ? lockVaultForDeletion : holdOwner)(tx, kind, id);
  };
