import { type Bounds, isEnvironmentInside, isProjectInside, narrowed } from "../../auth/grants/bounds";
import type { Context } from "../../auth/context";
import { readKeyBounds } from "../../auth/grants/key-bounds";
import { findMembership, type Membership, scopesWithin } from "../../auth/grants/membership";
import type { EntryUses } from "../../contracts/vault/references";
import type { Scope } from "../../contracts/access/scopes";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { byName } from "../../db/list-order";
import { runtime } from "../../runtime";
import { owned, owner } from "../doors/owned";

/** Scopes that reach an entry at all, and those that reach its value. */
const reaching: readonly Scope[] = ["entries:read", "entries:write", "entries:reveal", "export:read"];
const revealing: readonly Scope[] = ["entries:reveal", "export:read"];

/**
 * The access keys that reach an entry, of those that the caller sees: no others than those in their own list. A canary
 * reaches nothing, and neither does an expired key, or one whose creator left the team. Access keys see none.
 */
export async function keysReaching(
  ctx: Context,
  entry: { name: string; environment: string | null },
): Promise<EntryUses["keys"]> {
  if (ctx.caller.kind === "key") return [];
  const { db, rights } = runtime();
  const rows = await db.accessKey.findMany({
    where: { ...owned(ctx, "AccessKey"), ruleId: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    orderBy: [...byName],
    select: { ...selectionOf("AccessKey"), name: true },
  });
  const makers = new Map<string, Promise<Membership | null>>();
  const membershipOf = (makerId: string) => {
    const known = makers.get(makerId) ?? findMembership(owner(ctx).userId, makerId);
    makers.set(makerId, known);
    return known;
  };
  const keys: EntryUses["keys"] = [];
  for (const row of rows) {
    const { key, reach } = readKeyBounds(row.bounds);
    if (key.canary || !rights.isGenuine("AccessKey", row)) continue;
    const maker = row.makerId === null ? undefined : await membershipOf(row.makerId);
    if (maker === null) continue;
    // In a team, a key does no more than its creator.
    const granted: ReadonlySet<Scope> = new Set(row.scopes.split(" ") as Scope[]);
    const scopes = maker ? scopesWithin(maker.team.role, granted) : granted;
    const bounds = maker ? narrowed(reach, maker.bounds) : reach;
    if (!reaching.some((scope) => scopes.has(scope)) || !isInside(bounds, entry)) continue;
    keys.push({ id: row.id, name: row.name, reveals: revealing.some((scope) => scopes.has(scope)) });
  }
  return keys;
}

const isInside = (
  bounds: Bounds | null,
  { name, environment }: { name: string; environment: string | null },
): boolean => bounds === null || (isProjectInside(bounds, name) && isEnvironmentInside(bounds, environment));
