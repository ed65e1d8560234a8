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

/** An offset can push an instant into a year that not every database knows. */
const isKeptExactly = (instant: Date): boolean => instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999;

/** The answer holds the key: the one time that it exists outside the caller's hands. */
export async function createAccessKey(
  ctx: Context<SessionCaller>,
  { name, scopes, expiresAt }: CreateAccessKey,
): Promise<CreatedAccessKey> {
  // A date alone is read as its first instant in UTC (ECMA-262, Date.parse).
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

/** When this returns, the key is refused everywhere, also in requests that are under way. */
export const revokeAccessKey = (ctx: Context<SessionCaller>, id: string): Promise<void> =>
  change.remove(ctx, "AccessKey", { id });
