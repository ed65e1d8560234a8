import { memberSubject } from "../../auth/activity/account-subjects";
import { narrowed, projectsNamed } from "../../auth/grants/bounds";
import type { SessionCaller } from "../../auth/caller";
import { writeChange } from "../../auth/activity/change-reason";
import type { Context } from "../../auth/context";
import { boundsIn, readKeyBounds, storedKeyBounds, storedLimits } from "../../auth/grants/key-bounds";
import { scopesWithin } from "../../auth/grants/membership";
import { ownersOf } from "../../auth/grants/team-owners";
import type { Member, RemovalOptions, UpdateMember } from "../../contracts/people/members";
import { managesTeam } from "../../contracts/people/roles";
import type { Scope } from "../../contracts/access/scopes";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { lockTeamForLeaving } from "../../db/transactions/isolation";
import { instant } from "../../db/instants";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { removeCalendar } from "../doors/change/calendar";
import * as change from "../doors/change/change";
import * as changeTeam from "../doors/change/teams";
import { owner } from "../doors/owned";
import { note } from "../doors/record/record";
import { keySubject, trustRuleSubject } from "../../auth/activity/account-subjects";
import { assertMember, findMember, grantInWords, inTeam, type MemberRow, type TeamContext } from "./membership";

const columns = {
  ...selectionOf("Membership"),
  createdAt: true,
  user: { select: { email: true, name: true } },
} as const;
type Row = MemberRow & { createdAt: Date; user: { email: string; name: string | null } };

const toMember = ({ userId, role, bounds, createdAt, user }: Row): Member => ({
  userId,
  ...user,
  role,
  ...boundsIn(bounds),
  createdAt: instant(createdAt),
});

/** Who is limited to projects reads the names of no others in other members' limits. */
const asSeenBy = (reader: MemberRow, member: Member): Member =>
  member.userId === reader.userId
    ? member
    : { ...member, projects: projectsNamed(member.projects, readKeyBounds(reader.bounds).reach) };

export async function listMembers(ctx: Context<SessionCaller>, teamId: string): Promise<Member[]> {
  const reader = await assertMember(ctx, teamId);
  const { db, rights } = runtime();
  const rows = await db.membership.findMany({
    where: { teamId },
    select: columns,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.filter((row) => rights.isGenuine("Membership", row)).map((row) => asSeenBy(reader, toMember(row as Row)));
}

/** Throws LAST_OWNER if nobody else owns the team. */
async function assertAnotherOwner({ tx }: TeamContext, { teamId, userId, role }: MemberRow): Promise<void> {
  if (managesTeam(role) && (await ownersOf(tx, teamId)).every((owner) => owner === userId))
    throw new AppError("LAST_OWNER");
}

export const updateMember = (
  ctx: Context<SessionCaller>,
  teamId: string,
  userId: string,
  { role, projects, environments }: UpdateMember,
): Promise<Member> =>
  inTeam(ctx, teamId, { owner: true, line: "endings" }, async (ctx) => {
    const member = await findMember(ctx.tx, teamId, userId);
    if (!member) throw new AppError("MEMBER_NOT_FOUND");
    if (!managesTeam(role)) await assertAnotherOwner(ctx, member);
    // Changing a role without naming limits must not widen them.
    const standing = managesTeam(role) ? null : boundsIn(member.bounds);
    const bounds = storedLimits({
      projects: projects === undefined ? standing?.projects : projects,
      environments: environments === undefined ? standing?.environments : environments,
    });
    const row = await changeTeam.updateMember(ctx, member, { role, bounds });
    const updated = toMember(row as Row);
    const [before, after] = [grantInWords({ ...member, ...boundsIn(member.bounds) }), grantInWords(updated)];
    if (before !== after)
      note(ctx, "member.update", [memberSubject({ ...row.user, id: userId })], { reason: writeChange(before, after) });
    return updated;
  });

/**
 * Also ends their calendar of the team, the links that they made there, and their access keys and trust rules there, or
 * passes those on to the remover.
 */
export async function removeMember(
  ctx: Context<SessionCaller>,
  teamId: string,
  userId: string,
  { keys }: RemovalOptions,
): Promise<void> {
  const isOneself = ctx.caller.userId === userId;
  // Before anything is locked: what is refused anyway must not keep owners from removing this member meanwhile.
  if (isOneself && keys === "keep") {
    await assertMember(ctx, teamId);
    throw invalidField("keys", "can't be keep for yourself: ask an owner to remove you and keep your keys");
  }
  return inTeam(ctx, teamId, { owner: !isOneself, lock: lockTeamForLeaving, line: "endings" }, async (ctx, remover) => {
    const member = isOneself ? remover : await findMember(ctx.tx, teamId, userId);
    if (!member) throw new AppError("MEMBER_NOT_FOUND");
    await assertAnotherOwner(ctx, member);
    const user = await ctx.tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } });
    await changeTeam.removeMember(ctx, member.id);
    if (keys === "keep") await passOnKeys(ctx, member, remover.userId);
    await endTrustRules(ctx, userId);
    const revoked = await ctx.tx.accessKey.findMany({
      where: { ...owner(ctx), makerId: userId },
      select: { id: true, name: true },
      orderBy: { id: "asc" },
    });
    await change.removeAll(ctx, "AccessKey", { makerId: userId });
    await removeCalendar(ctx, userId);
    await change.removeAll(ctx, "ShareLink", { makerId: userId });
    note(ctx, "member.remove", [memberSubject({ ...user, id: userId })]);
    note(ctx, "access-key.revoke", revoked.map(keySubject));
  });
}

/** Their keys go with the rules, so they are passed on first. */
async function endTrustRules(ctx: TeamContext, makerId: string): Promise<void> {
  const rules = await ctx.tx.trustRule.findMany({ where: { ...owner(ctx), makerId }, orderBy: { id: "asc" } });
  await change.removeAll(ctx, "TrustRule", { makerId });
  note(ctx, "trust-rule.delete", rules.map(trustRuleSubject));
}

/** Keys and trust rules keep the rights that they have now, which are no more than their creator's. */
async function passOnKeys(ctx: TeamContext, member: MemberRow, makerId: string): Promise<void> {
  const { rights } = runtime();
  const where = { ...owner(ctx), makerId: member.userId };
  for (const row of await ctx.tx.trustRule.findMany({ where, select: selectionOf("TrustRule") })) {
    const passed = passedOn(row, member, makerId);
    if (!passed || !rights.isGenuine("TrustRule", row)) continue;
    const { mac } = rights.sign("TrustRule", { ...row, ...passed });
    await change.rewrite(ctx, "TrustRule", { id: row.id }, { ...passed, mac });
  }
  for (const row of await ctx.tx.accessKey.findMany({ where, select: selectionOf("AccessKey") })) {
    const passed = passedOn(row, member, makerId);
    if (!passed || !rights.isGenuine("AccessKey", row)) continue;
    const { mac } = rights.sign("AccessKey", { ...row, ...passed });
    await change.rewrite(ctx, "AccessKey", { id: row.id }, { ...passed, mac });
  }
}

/** Null for what is left behind, and goes with the member's other keys and rules: their role gave it nothing. */
function passedOn(row: { scopes: string; bounds: string | null }, { role, bounds }: MemberRow, makerId: string) {
  const scopes = [...scopesWithin(role, new Set(row.scopes.split(" ") as Scope[]))];
  if (scopes.length === 0) return null;
  const { key, reach } = readKeyBounds(row.bounds);
  const { projects, environments } = narrowed(reach, readKeyBounds(bounds).reach) ?? key;
  return { makerId, scopes: scopes.join(" "), bounds: storedKeyBounds({ ...key, projects, environments }) };
}
