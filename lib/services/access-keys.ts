import type { SessionCaller } from "../auth/caller";
import type { Context } from "../auth/context";
import type { AccessKey, CreateAccessKey, CreatedAccessKey } from "../contracts/access-keys";
import { type Scope, scopes as allScopes } from "../contracts/scopes";
import { hashToken, keyPrefixOf, newAccessKey } from "../crypto/token";
import { newRowId } from "../db/row-id";
import { invalidField } from "../errors";
import { runtime } from "../runtime";
import * as change from "./doors/change";
import { owned } from "./doors/owned";
import { byName, instant, instantOrNull } from "../db/wire";

type AccessKeyRow = {
  id: string;
  name: string;
  keyPrefix: string;
  scopes: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
};

const toAccessKey = ({ id, name, keyPrefix, scopes, expiresAt, lastUsedAt, createdAt }: AccessKeyRow): AccessKey => ({
  id,
  name,
  keyPrefix,
  scopes: scopes.split(" ") as Scope[],
  expiresAt: instantOrNull(expiresAt),
  lastUsedAt: instantOrNull(lastUsedAt),
  createdAt: instant(createdAt),
});

export async function listAccessKeys(ctx: Context<SessionCaller>): Promise<AccessKey[]> {
  const rows = await runtime().db.accessKey.findMany({ where: owned(ctx), orderBy: [...byName] });
  return rows.map(toAccessKey);
}

/** A UTC offset can move an instant into a year that not every database supports. */
const isKeptExactly = (instant: Date): boolean => instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999;

/** The reply holds the key. Afterwards only the caller has it. */
export async function createAccessKey(
  ctx: Context<SessionCaller>,
  { name, scopes, expiresAt }: CreateAccessKey,
): Promise<CreatedAccessKey> {
  // A date without a time means its first instant in UTC (ECMA-262, Date.parse).
  const expiry = expiresAt ? new Date(expiresAt) : null;
  if (expiry && !isKeptExactly(expiry)) throw invalidField("expiresAt", "must lie in the years 1 to 9999 of UTC");
  const key = newAccessKey();
  const { userId } = owned(ctx);
  const { userId: _, ...row } = runtime().rights.sign("AccessKey", {
    id: newRowId(),
    userId,
    name,
    keyHash: hashToken(key),
    keyPrefix: keyPrefixOf(key),
    scopes: allScopes.filter((scope) => scopes.includes(scope)).join(" "),
    expiresAt: expiry,
  });
  return { ...toAccessKey(await change.create(ctx, "AccessKey", row)), key };
}

/** Once this returns, the key is refused everywhere, even in requests in progress. */
export const revokeAccessKey = (ctx: Context<SessionCaller>, id: string): Promise<void> =>
  change.remove(ctx, "AccessKey", { id });
