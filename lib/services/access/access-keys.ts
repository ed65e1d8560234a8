import type { SessionCaller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import { type Bounds, projectsNamed } from "../../auth/grants/bounds";
import { boundsIn, readKeyBounds, storedLimits, storedScopes } from "../../auth/grants/key-bounds";
import type { AccessKey, CreateAccessKey, CreatedAccessKey, RotateAccessKey } from "../../contracts/access/access-keys";
import { isKeptExactly } from "../../contracts/primitives";
import type { Scope } from "../../contracts/access/scopes";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { hashToken, keyPrefixOf, newAccessKey } from "../../crypto/tokens/token";
import { holdAccessKey } from "../../db/transactions/isolation";
import { newRowId } from "../../db/row-id";
import { hourMs } from "../../durations";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { owned, owner } from "../doors/owned";
import { note } from "../doors/record/record";
import { inOneTransaction } from "../doors/transaction";
import { keySubject } from "../../auth/activity/account-subjects";
import { whileMember } from "../teams/membership";
import { instant, instantOrNull } from "../../db/instants";
import { byName } from "../../db/list-order";

type AccessKeyRow = {
  id: string;
  name: string;
  keyPrefix: string;
  scopes: string;
  bounds: string | null;
  makerId: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
};

/** `reach`: the reader's. A project outside it may have been renamed since they wrote the limit. */
function toAccessKey(row: AccessKeyRow, previousKeyExpiresAt: Date | null, reach: Bounds | null): AccessKey {
  const { addresses, revealsPerDay, canary } = readKeyBounds(row.bounds).key;
  const { projects, environments } = boundsIn(row.bounds);
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.keyPrefix,
    scopes: row.scopes.split(" ") as Scope[],
    projects: projectsNamed(projects, reach),
    environments,
    addresses: addresses && [...addresses],
    revealsPerDay,
    canary,
    makerId: row.makerId,
    expiresAt: instantOrNull(row.expiresAt),
    previousKeyExpiresAt: instantOrNull(previousKeyExpiresAt),
    lastUsedAt: instantOrNull(row.lastUsedAt),
    createdAt: instant(row.createdAt),
  };
}

export async function listAccessKeys(ctx: Context<SessionCaller>): Promise<AccessKey[]> {
  const rows = await runtime().db.accessKey.findMany({
    // Those that rules issue come and go: each rule says how many it has.
    where: { ...owned(ctx, "AccessKey"), ruleId: null },
    orderBy: [...byName],
    include: { previous: { where: { expiresAt: { gt: new Date() } }, select: { expiresAt: true } } },
  });
  return rows.map(({ previous: [previous], ...row }) =>
    toAccessKey(row, previous?.expiresAt ?? null, ctx.caller.bounds ?? null),
  );
}

/** The reply holds the key, which exists nowhere else outside the caller's hands. */
export async function createAccessKey(ctx: Context<SessionCaller>, input: CreateAccessKey): Promise<CreatedAccessKey> {
  const { name, scopes, expiresAt } = input;
  // A date alone is read as its first instant in UTC (ECMA-262, Date.parse).
  const expiry = expiresAt ? new Date(expiresAt) : null;
  if (expiry && !isKeptExactly(expiry)) throw invalidField("expiresAt", "must be in the years 1 to 9999, UTC");
  const key = newAccessKey();
  const row = {
    id: newRowId(),
    name,
    keyHash: hashToken(key),
    keyPrefix: keyPrefixOf(key),
    scopes: storedScopes(scopes),
    bounds: storedLimits(input),
    expiresAt: expiry,
    makerId: ctx.caller.team ? ctx.caller.userId : null,
    ruleId: null,
  };
  const { mac } = runtime().rights.sign("AccessKey", { ...row, ...owner(ctx) });
  return { ...toAccessKey(await createForMember(ctx, { ...row, mac }), null, null), key };
}

/**
 * After a renaming that runs, which would not see it. Throws TEAM_NOT_FOUND if its creator was removed meanwhile: their keys
 * have gone with them.
 */
function createForMember(ctx: Context<SessionCaller>, row: New<"AccessKey">) {
  return whileMember(ctx, async (ctx) => {
    const made = await change.create(ctx, "AccessKey", row);
    note(ctx, "access-key.create", [keySubject(made)]);
    return made;
  });
}

/**
 * A new key with the rights of the former one, which keeps working for that many hours. Throws ACCESS_KEY_NOT_FOUND, and
 * ACCESS_KEY_EXPIRED since the new key would have expired too.
 */
export function rotateAccessKey(
  ctx: Context<SessionCaller>,
  id: string,
  { overlapHours }: RotateAccessKey,
): Promise<CreatedAccessKey> {
  const { rights } = runtime();
  return inOneTransaction(ctx, async (ctx) => {
    // Of two rotations at once, the second one replaces the first one's key. The key's row comes before its former
    // key's and the vault's, in the order of whoever revokes it or deletes the vault.
    await holdAccessKey(ctx.tx, runtime().databaseKind, { id, ...owner(ctx) });
    const former = await ctx.tx.accessKey.findFirst({
      where: { id, ...owned(ctx, "AccessKey"), ruleId: null },
      select: selectionOf("AccessKey"),
    });
    if (!former || !rights.isGenuine("AccessKey", former)) throw new AppError("ACCESS_KEY_NOT_FOUND");
    // Its former key, the one that lies where it may be found, would fall silent.
    if (readKeyBounds(former.bounds).key.canary)
      throw new AppError("VALIDATION_ERROR", { message: "A canary can't be rotated: create another one" });
    if (former.expiresAt && former.expiresAt <= new Date()) throw new AppError("ACCESS_KEY_EXPIRED");
    await change.removeAll(ctx, "PreviousAccessKey", { accessKeyId: id });
    const previous = {
      id: newRowId(),
      accessKeyId: id,
      keyHash: former.keyHash,
      expiresAt: earlierOf(new Date(Date.now() + overlapHours * hourMs), former.expiresAt),
    };
    const { mac: previousMac } = rights.sign("PreviousAccessKey", { ...previous, ...owner(ctx) });
    if (overlapHours > 0) await change.create(ctx, "PreviousAccessKey", { ...previous, mac: previousMac });
    const key = newAccessKey();
    const keyHash = hashToken(key);
    const { mac } = rights.sign("AccessKey", { ...former, keyHash });
    const row = await change.rewrite(ctx, "AccessKey", { id }, { keyHash, keyPrefix: keyPrefixOf(key), mac });
    if (!row) throw new AppError("ACCESS_KEY_NOT_FOUND");
    note(ctx, "access-key.rotate", [keySubject(row)]);
    return { ...toAccessKey(row, overlapHours > 0 ? previous.expiresAt : null, ctx.caller.bounds ?? null), key };
  });
}

const earlierOf = (one: Date, other: Date | null): Date => (other && other < one ? other : one);

/** When this returns, the key is refused everywhere, including in requests in progress. */
export const revokeAccessKey = (ctx: Context<SessionCaller>, id: string): Promise<void> =>
  inOneTransaction(
    ctx,
    async (ctx) => {
      const key = await ctx.tx.accessKey.findFirst({
        where: { id, ...owned(ctx, "AccessKey") },
        select: { id: true, name: true },
      });
      // First the key's row, then the vault's: in the order of whoever deletes the vault.
      await change.remove(ctx, "AccessKey", { id });
      if (key) note(ctx, "access-key.revoke", [keySubject(key)]);
    },
    { line: "endings" },
  );
