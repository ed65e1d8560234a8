import type { SessionCaller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import { readKeyBounds } from "../../auth/grants/key-bounds";
import { assertOwner } from "../../auth/grants/membership";
import type { ActivityObject, Exposure } from "../../contracts/access/activity";
import { managesTeam } from "../../contracts/people/roles";
import * as queries from "../../db/queries/activity/activity-seen";
import { idsMax } from "../../db/queries/query";
import { listValueIds } from "../../db/queries/vault/values";
import type { RowOf } from "../../db/sql";
import { instant } from "../../db/instants";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { slicesOf } from "../../slices";
import { listOwned, owned, owner } from "../doors/owned";
import { assertMember, findMember } from "../teams/membership";
import { isStillInUse } from "./still-in-use";

/**
 * What an access key has got a value of, as far as it lay within the caller's bounds then. Throws ACCESS_KEY_NOT_FOUND unless
 * the caller sees the key, or saw it.
 */
export async function exposureOfKey(ctx: Context<SessionCaller>, keyId: string): Promise<Exposure[]> {
  const where = { id: keyId, ...owned(ctx, "AccessKey") };
  const key = await runtime().db.accessKey.findFirst({ where, select: { id: true } });
  if (!key) await assertWasTheirs(ctx, keyId);
  return exposureOf(ctx, await listOwned(ctx, queries.listSeenByKey, { keyId }));
}

/** A revoked key's: in a team, for owners and for whoever last changed it. */
async function assertWasTheirs(ctx: Context<SessionCaller>, keyId: string): Promise<void> {
  const { team, userId } = ctx.caller;
  const trace = await runtime().reads.get(queries.findTraceOf, { ...owner(ctx), kind: "access-key", id: keyId });
  if (!trace || (team && !managesTeam(team.role) && trace.actorUserId !== userId))
    throw new AppError("ACCESS_KEY_NOT_FOUND");
}

/** What a member has got a value of, themselves or by a key. Throws TEAM_NOT_FOUND, MEMBER_NOT_FOUND. */
export async function exposureOfMember(
  ctx: Context<SessionCaller>,
  { id: teamId, userId: personId }: { id: string; userId: string },
): Promise<Exposure[]> {
  const { db, reads } = runtime();
  const { role, bounds } = await assertMember(ctx, teamId);
  if (personId !== ctx.caller.userId) assertOwner({ role });
  const isKnown =
    (await findMember(db, teamId, personId)) ??
    (await reads.get(queries.findTraceOf, { userId: teamId, kind: "member", id: personId }));
  if (!isKnown) throw new AppError("MEMBER_NOT_FOUND");
  const reach = { team: { id: teamId, role }, bounds: readKeyBounds(bounds).reach };
  const there = { ...ctx, caller: { ...ctx.caller, ...reach } };
  return exposureOf(there, await listOwned(there, queries.listSeenByPerson, { personId }));
}

type Seen = RowOf<typeof queries.listSeenByKey>;

async function exposureOf(ctx: Context, seen: readonly Seen[]): Promise<Exposure[]> {
  const ids = await stillReached(ctx, [...new Set(seen.map(({ objectId }) => objectId ?? ""))]);
  const values = new Map<string, string | null>();
  for (const some of slicesOf(ids, idsMax))
    for (const { id, valueId } of await runtime().reads.all(listValueIds, { ids: some })) values.set(id, valueId);
  const projects = await projectsOf(ctx, seen);
  const found = new Map<string, Exposure>();
  const valueIds = new Map<string, Set<string | null>>();
  for (const row of seen) {
    const id = row.objectId ?? "";
    const at = instant(row.at as string | Date);
    const before = found.get(id);
    if (!before || at > before.lastSeenAt)
      found.set(id, { object: objectOf(row), lastSeenAt: at, current: false, projectId: projects.get(id) ?? null });
    valueIds.set(id, (valueIds.get(id) ?? new Set()).add(row.valueId));
  }
  for (const [id, exposure] of found) {
    const now = values.get(id);
    if (now === undefined) continue;
    const thing = { kind: exposure.object.kind, id, valueIds: valueIds.get(id) ?? new Set() };
    exposure.current = thing.valueIds.has(now) || (await isStillInUse(ctx, thing));
  }
  return [...found.values()].sort((one, other) => (one.lastSeenAt < other.lastSeenAt ? 1 : -1));
}

/**
 * Without bounds, all of these. Otherwise what lies within them now, also in the trash: what has left them is to the caller
 * like what was deleted for good.
 */
async function stillReached(ctx: Context, ids: readonly string[]): Promise<string[]> {
  if (!ctx.caller.bounds) return [...ids];
  const { db } = runtime();
  const found: string[] = [];
  for (const some of slicesOf(ids, idsMax)) {
    const which = { id: { in: [...some] }, trashId: undefined };
    const select = { id: true } as const;
    for (const { id } of [
      ...(await db.keyEntry.findMany({ where: { ...owned(ctx, "KeyEntry"), ...which }, select })),
      ...(await db.envFile.findMany({ where: { ...owned(ctx, "EnvFile"), ...which }, select })),
    ])
      found.push(id);
  }
  return found;
}

/** Where the env files among them are. */
async function projectsOf(ctx: Context, seen: readonly Seen[]): Promise<Map<string, string>> {
  const ids = [
    ...new Set(seen.flatMap((row) => (row.objectKind === "env-file" && row.objectId ? [row.objectId] : []))),
  ];
  const projects = new Map<string, string>();
  for (const some of slicesOf(ids, idsMax)) {
    const where = { id: { in: some }, ...owned(ctx, "EnvFile") };
    for (const { id, projectId } of await runtime().db.envFile.findMany({
      where,
      select: { id: true, projectId: true },
    }))
      projects.set(id, projectId);
  }
  return projects;
}

const objectOf = ({ objectKind, objectId, objectName }: Seen): ActivityObject => ({
  kind: objectKind as ActivityObject["kind"],
  id: objectId,
  name: objectName,
});
