import type { Tx } from "../db/client";
import { AppError } from "../errors";
import { readFactors } from "../factors";
import { runtime } from "../runtime";

/**
 * Throws LAST_SIGN_IN_METHOD if a removal in this transaction left the user without a sign-in method: no password of
 * their own (a temporary one expires), no usable passkey, no identity at the configured provider.
 */
export async function assertOtherSignInMethod(tx: Tx, userId: string): Promise<void> {
  const { AUTH_PASSWORD_LOGIN, AUTH_OIDC_ISSUER } = runtime().settings;
  // The write comes first, so that of two concurrent removals one waits for the other on every database. Otherwise each
  // could see the method that the other removes.
  await tx.user.update({ where: { id: userId }, data: { updatedAt: new Date() } });
  const methods = await Promise.all([
    AUTH_PASSWORD_LOGIN
      ? tx.user.count({ where: { id: userId, passwordHash: { not: null }, passwordMadeAt: null } })
      : 0,
    AUTH_OIDC_ISSUER ? tx.account.count({ where: { userId, issuer: { in: issuerSpellings(AUTH_OIDC_ISSUER) } } }) : 0,
    AUTH_PASSWORD_LOGIN ? tx.passkey.count({ where: { userId } }) : 0,
  ]);
  if (methods.every((count) => count === 0)) throw new AppError("LAST_SIGN_IN_METHOD");
}

/**
 * Throws SECOND_FACTOR_MANDATORY if the vault requires a second factor and a removal in this transaction left the user
 * without one: their password alone would then be enough to set one up. Call it after `assertOtherSignInMethod`, which
 * serialises removals.
 */
export async function assertOtherFactor(tx: Tx, userId: string): Promise<void> {
  const { AUTH_SECOND_FACTOR, AUTH_PASSWORD_LOGIN } = runtime().settings;
  if (AUTH_SECOND_FACTOR === "optional") return;
  const { factors } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { factors: true } });
  const left = readFactors(factors);
  if (!left.has("code") && !(AUTH_PASSWORD_LOGIN && left.has("passkey"))) throw new AppError("SECOND_FACTOR_MANDATORY");
}

/** The setting and the provider may differ in a trailing slash; identities are stored in the provider's spelling. */
const issuerSpellings = (issuer: string): string[] => [issuer.replace(/\/$/, ""), `${issuer.replace(/\/$/, "")}/`];
