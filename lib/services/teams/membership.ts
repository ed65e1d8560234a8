import type { Caller, SessionCaller } from "../../auth/caller";
import type { Context, InTransaction } from "../../auth/context";
import type { boundsIn } from "../../auth/grants/key-bounds";
import { assertOwner } from "../../auth/grants/membership";
import type { Role } from "../../contracts/people/roles";
import { selectionOf } from "../../crypto/macs/covered-columns";
import type { Db, Tx } from "../../db/client";
import { lockMembers } from "../../db/transactions/isolation";
import type { Line } from "../../db/transactions/vault-queue";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { oneAtATime, inOneTransaction } from "../doors/transaction";

/** A row that makes somebody a member, which was checked to be genuine. */
export type MemberRow = { id: string; teamId: string; userId: string; role: Role; bounds: string | null };
/** The context of a session that acts in a team, in a transaction. */
export type TeamContext = InTransaction<SessionCaller>;

/** Null also for a row that somebody changed without the master key. */
export async function findMember(db: Db | Tx, teamId: string, userId: string) {
  const row = await db.membership.findUnique({
    where: { teamId_userId: { teamId, userId } },
    select: selectionOf("Membership"),
  });
  return row && runtime().rights.isGenuine("Membership", row) ? (row as MemberRow) : null;
}

/** Throws TEAM_NOT_FOUND unless the caller is a member, and TEAM_OWNER_REQUIRED unless they are an owner if one must be. */
export async function assertMember(
  { caller, tx }: Context<SessionCaller>,
  teamId: string,
  { owner = false }: { owner?: boolean } = {},
): Promise<MemberRow> {
  const member = await findMember(tx ?? runtime().db, teamId, caller.userId);
  if (!member) throw new AppError("TEAM_NOT_FOUND");
  if (owner) assertOwner(member);
  return member;
}

/**
 * Runs a change of a team as one transaction, one at a time for each team, in a context in which the caller acts there.
 * `lock`: for what does more than change the team. Throws like `assertMember`.
 */
export async function inTeam<R>(
  ctx: Context<SessionCaller>,
  teamId: string,
  {
    owner,
    lock = lockMembers,
    ...waits
  }: { owner: boolean; lock?: typeof lockMembers; line?: Extract<Line, "changes" | "endings">; timeout?: number },
  work: (ctx: TeamContext, member: MemberRow) => Promise<R>,
): Promise<R> {
  // A caller without the right takes nobody's turn, and locks nothing.
  await assertMember(ctx, teamId, { owner });
  return inOneTransaction(
    ctx,
    async ({ caller, tx, records }) => {
      await lock(tx, runtime().databaseKind, teamId);
      const member = await assertMember({ caller, tx, records }, teamId, { owner });
      return work({ caller: { ...caller, team: { id: teamId, role: member.role } }, tx, records }, member);
    },
    { vaults: [teamId], ...waits },
  );
}

/**
 * Like `oneAtATime`, for what goes with its creator when they are removed: nobody removes them until it is created.
 * Throws TEAM_NOT_FOUND if they were removed meanwhile.
 */
export const whileMember = <R, C extends Caller>(
  ctx: Context<C>,
  work: (ctx: InTransaction<C>) => Promise<R>,
): Promise<R> =>
  oneAtATime(ctx, async (ctx) => {
    const { team, userId } = ctx.caller;
    if (team) {
      await lockMembers(ctx.tx, runtime().databaseKind, team.id);
      if (!(await findMember(ctx.tx, team.id, userId))) throw new AppError("TEAM_NOT_FOUND");
    }
    return work(ctx);
  });

/** “reader of “billing”, “web” in production”: names of projects may contain anything. */
export const grantInWords = ({ role, projects, environments }: { role: Role } & ReturnType<typeof boundsIn>): string =>
  [
    role,
    projects && `of ${projects.map((name) => `“${name}”`).join(", ")}`,
    environments && `in ${environments.join(", ")}`,
  ]
    .filter(Boolean)
    .join(" ");
