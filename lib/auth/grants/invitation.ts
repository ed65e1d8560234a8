import type { Role } from "../../contracts/people/roles";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { hashToken } from "../../crypto/tokens/token";
import type { Db, Tx } from "../../db/client";
import { holdOwner, lockMembers } from "../../db/transactions/isolation";
import { ownersOf } from "./team-owners";
import { newRowId } from "../../db/row-id";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";

type Rights = { role: Role; bounds: string | null };

/** Makes somebody a member of a team, with the row's MAC. */
export async function addMember(
  tx: Tx,
  { teamId, userId, role, bounds }: Rights & { teamId: string; userId: string },
): Promise<void> {
  const row = runtime().rights.sign("Membership", { id: newRowId(), teamId, userId, role, bounds });
  await tx.membership.create({ data: row });
}

/** Null unless the account with this address could accept it now. */
export async function findAcceptable(db: Db | Tx, token: string, address: string, now = Date.now()) {
  const invitation = await db.invitation.findUnique({
    where: { tokenHash: hashToken(token) },
    select: selectionOf("Invitation"),
  });
  const isAcceptable =
    invitation &&
    runtime().rights.isGenuine("Invitation", invitation) &&
    invitation.expiresAt.getTime() > now &&
    (invitation.email === null || invitation.email === address) &&
    // Whoever was removed, or is no longer an owner, lets nobody in.
    (await ownersOf(db, invitation.teamId)).includes(invitation.inviterId);
  return isAcceptable ? invitation : null;
}

/** Throws INVITATION_NOT_FOUND unless the account with this address could accept it now. */
export async function assertAcceptable(...asked: Parameters<typeof findAcceptable>) {
  const invitation = await findAcceptable(...asked);
  if (!invitation) throw new AppError("INVITATION_NOT_FOUND");
  return invitation;
}

/**
 * Makes the user of an account a member of the team that an invitation is for, and spends the invitation. Resolves to
 * the team's id. Throws INVITATION_NOT_FOUND if it was used, has expired, was withdrawn or is for another e-mail
 * address, and ALREADY_MEMBER.
 */
export async function acceptInvitation(
  tx: Tx,
  token: string,
  user: { id: string; email: string },
  now = Date.now(),
): Promise<string> {
  const { teamId } = await assertAcceptable(tx, token, user.email, now);
  // The account is held too: it may be about to be deleted with the teams that it alone owns. In everybody's order.
  for (const id of [teamId, user.id].sort())
    await (id === teamId ? lockMembers : holdOwner)(tx, runtime().databaseKind, id);
  // Anew, now that nobody changes the members: a project of its limits may have got another name, its inviter may be gone.
  const { id, role, bounds } = await assertAcceptable(tx, token, user.email, now);
  const standing = await tx.membership.findUnique({
    where: { teamId_userId: { teamId, userId: user.id } },
    select: selectionOf("Membership"),
  });
  if (standing && runtime().rights.isGenuine("Membership", standing)) throw new AppError("ALREADY_MEMBER");
  // Of several acceptances at once, one deletes it.
  const { count } = await tx.invitation.deleteMany({ where: { id } });
  if (count === 0) throw new AppError("INVITATION_NOT_FOUND");
  // One that somebody changed without the master key counts as missing, so it makes room.
  if (standing) await tx.membership.deleteMany({ where: { id: standing.id } });
  await addMember(tx, { teamId, userId: user.id, role: role as Role, bounds });
  return teamId;
}
