import { memberSubject } from "../../auth/activity/account-subjects";
import { recordIn, recordOf, type Subject } from "../../auth/activity/activity";
import { acceptInvitation as spend, assertAcceptable } from "../../auth/grants/invitation";
import type { SessionCaller } from "../../auth/caller";
import { isMailOn, queueMail } from "../../auth/mail/mail-outbox";
import { ownersOf } from "../../auth/grants/team-owners";
import type { Context } from "../../auth/context";
import { boundsIn, storedLimits } from "../../auth/grants/key-bounds";
import type {
  AcceptInvitation,
  CreatedInvitation,
  CreateInvitation,
  Invitation,
} from "../../contracts/people/invitations";
import type { Role } from "../../contracts/people/roles";
import type { Team } from "../../contracts/people/teams";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { hashToken, newRandomToken } from "../../crypto/tokens/token";
import type { Db, Tx } from "../../db/client";
import { instant } from "../../db/instants";
import { hourMs } from "../../durations";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import * as change from "../doors/change/teams";
import { inOneTransaction } from "../doors/transaction";
import { assertMember, inTeam } from "./membership";
import { getTeam } from "./teams";

type InvitationRow = {
  id: string;
  role: string;
  bounds: string | null;
  email: string | null;
  expiresAt: Date;
  createdAt: Date;
};
const columns = { id: true, role: true, bounds: true, email: true, expiresAt: true, createdAt: true } as const;

const toInvitation = ({ id, role, bounds, email, expiresAt, createdAt }: InvitationRow): Invitation => ({
  id,
  role: role as Role,
  ...boundsIn(bounds),
  email,
  expiresAt: instant(expiresAt),
  createdAt: instant(createdAt),
});

/** Those that can still be accepted: rows that somebody changed without the master key are none. */
export async function listInvitations(ctx: Context<SessionCaller>, teamId: string): Promise<Invitation[]> {
  await assertMember(ctx, teamId, { owner: true });
  const { db, rights } = runtime();
  const rows = await db.invitation.findMany({
    where: { teamId, expiresAt: { gt: new Date() } },
    select: { ...selectionOf("Invitation"), ...columns },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const owners = await ownersOf(db, teamId);
  return rows.filter((row) => rights.isGenuine("Invitation", row) && owners.includes(row.inviterId)).map(toInvitation);
}

/** By what it gives, and to whom if it names somebody. */
const invitationSubject = ({ id, role, email }: Pick<InvitationRow, "id" | "role" | "email">): Subject => ({
  kind: "invitation",
  id,
  name: email === null ? role : `${role} · ${email}`,
});

/** `origin`: the address of this vault's pages, to which the link leads. */
export const createInvitation = (
  ctx: Context<SessionCaller>,
  teamId: string,
  { role, projects, environments, email = null, expiresInHours }: CreateInvitation,
  origin: string,
): Promise<CreatedInvitation> =>
  inTeam(ctx, teamId, { owner: true }, async (ctx) => {
    const { caller, tx } = ctx;
    const token = newRandomToken();
    const row = await change.createInvitation(ctx, {
      tokenHash: hashToken(token),
      role,
      bounds: storedLimits({ projects, environments }),
      email,
      expiresAt: new Date(Date.now() + expiresInHours * hourMs),
    });
    if (email !== null) await queueMail(tx, teamId, { kind: "invitation", email, token });
    await recordIn(tx, recordOf(caller, "invitation.create", invitationSubject(row)));
    // Behind the #, so that no server, proxy or log on the way sees it (RFC 3986, 3.5).
    return { ...toInvitation(row), url: `${origin}/invitation#${token}`, mailed: email !== null && isMailOn() };
  });

export const deleteInvitation = (ctx: Context<SessionCaller>, teamId: string, id: string): Promise<void> =>
  inTeam(ctx, teamId, { owner: true, line: "endings" }, async (ctx) => {
    const { caller, tx } = ctx;
    const row = await tx.invitation.findFirst({ where: { id, teamId }, select: columns });
    if (!row || !(await change.deleteInvitation(ctx, id))) throw new AppError("INVITATION_NOT_FOUND");
    await recordIn(tx, recordOf(caller, "invitation.delete", invitationSubject(row)));
  });

export async function acceptInvitation(ctx: Context<SessionCaller>, { token }: AcceptInvitation): Promise<Team> {
  const { userId } = ctx.caller;
  const userIn = async (db: Db | Tx) => {
    const user = await db.user.findUnique({ where: { id: userId }, select: { id: true, email: true, name: true } });
    if (!user) throw new AppError("AUTH_REQUIRED");
    return user;
  };
  const { db } = runtime();
  const { teamId } = await assertAcceptable(db, token, (await userIn(db)).email);
  return inOneTransaction(
    ctx,
    async (ctx) => {
      const user = await userIn(ctx.tx);
      await spend(ctx.tx, token, user);
      await recordIn(ctx.tx, recordOf(ctx.caller, "member.join", memberSubject(user), { owner: teamId }));
      return getTeam(ctx, teamId);
    },
    // Not their own vault's, of which it only holds the row: the team's owners must not wait for what a guest changes there.
    { vaults: [teamId] },
  );
}
