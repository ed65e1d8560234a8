import type { SessionCaller } from "../../../auth/caller";
import type { InTransaction } from "../../../auth/context";
import { addMember } from "../../../auth/grants/invitation";
import type { Role } from "../../../contracts/people/roles";
import type { CoveredRow } from "../../../crypto/macs/covered-columns";
import { newRowId } from "../../../db/row-id";
import { deleteVaultContents } from "../../../db/transactions/delete-vault-contents";
import { runtime } from "../../../runtime";
import { owner } from "../owned";

/*
 * Writes of what makes a team: its row, its members and its invitations. They belong to the team by its id, and whoever
 * changes them holds it. The contexts act in the team, except that of a team's creation.
 */

type Rights = { role: Role; bounds: string | null };

const ofTeam = (ctx: InTransaction) => ({ teamId: owner(ctx).userId });

/** A team whose only member is the caller. */
export async function createTeam({ tx, caller }: InTransaction<SessionCaller>, name: string, rights: Rights) {
  const team = await tx.team.create({ data: { name } });
  await addMember(tx, { teamId: team.id, userId: caller.userId, ...rights });
  return team;
}

export const renameTeam = (ctx: InTransaction, name: string) =>
  ctx.tx.team.update({ where: { id: owner(ctx).userId }, data: { name } });

/** Deletes the team with everything that it owns. Its row is locked for that. */
export async function deleteTeam(ctx: InTransaction): Promise<void> {
  const id = owner(ctx).userId;
  await deleteVaultContents(ctx.tx, runtime().databaseKind, [id]);
  await ctx.tx.team.deleteMany({ where: { id } });
}

type Membership = Omit<CoveredRow<"Membership">, keyof Rights>;

/** `member`: as it was read, and found genuine. */
export function updateMember(ctx: InTransaction, member: Membership, rights: Rights) {
  const { mac } = runtime().rights.sign("Membership", { ...member, ...rights });
  return ctx.tx.membership.update({
    where: { id: member.id as string, ...ofTeam(ctx) },
    data: { ...rights, mac },
    include: { user: { select: { email: true, name: true } } },
  });
}

export const removeMember = async (ctx: InTransaction, id: string) =>
  void (await ctx.tx.membership.deleteMany({ where: { id, ...ofTeam(ctx) } }));

type NewInvitation = Rights & { tokenHash: string; email: string | null; expiresAt: Date };

export function createInvitation(ctx: InTransaction<SessionCaller>, given: NewInvitation) {
  const row = { id: newRowId(), ...ofTeam(ctx), inviterId: ctx.caller.userId, ...given };
  return ctx.tx.invitation.create({ data: runtime().rights.sign("Invitation", row) });
}

/** Whether there was such an invitation. */
export const deleteInvitation = async (ctx: InTransaction, id: string): Promise<boolean> =>
  (await ctx.tx.invitation.deleteMany({ where: { id, ...ofTeam(ctx) } })).count > 0;
