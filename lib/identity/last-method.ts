import type { Tx } from "../db/client";
import { AppError } from "../errors";
import { readFactors } from "../factors";
import { runtime } from "../runtime";

/**
 * Refuses with LAST_SIGN_IN_METHOD when a removal in this transaction left the user nothing to sign in with: no password
 * of their own (a made one runs out) or passkey that is admitted, no identity of the provider that is set.
 */
export async function assertOtherSignInMethod(tx: Tx, userId: string): Promise<void> {
  const { AUTH_PASSWORD_LOGIN, AUTH_OIDC_ISSUER } = runtime().settings;
  // Written first, so that on every database two removals at once wait for each other instead of both seeing the other's way.
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
 * Refuses with SECOND_FACTOR_MANDATORY when, where the vault asks for a second factor, a removal in this transaction left the
 * user none: the password alone would then be enough to set one up. Behind `assertOtherSignInMethod`, which makes removals wait.
 */
export async function assertOtherFactor(tx: Tx, userId: string): Promise<void> {
  const { AUTH_SECOND_FACTOR, AUTH_PASSWORD_LOGIN } = runtime().settings;
  if (AUTH_SECOND_FACTOR === "optional") return;
  const { factors } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { factors: true } });
  const left = readFactors(factors);
  if (!left.has("code") && !(AUTH_PASSWORD_LOGIN && left.has("passkey"))) throw new AppError("SECOND_FACTOR_MANDATORY");
}

/** Settings and provider may differ in the slash at the end: identities are kept in the provider's spelling. */
const issuerSpellings = (issuer: string): string[] => [issuer.replace(/\/$/, ""), `${issuer.replace(/\/$/, "")}/`];
