import type { SessionCaller } from "../auth/caller";
import type { ConfirmSecondFactor, RecoveryCodes, SecondFactorSetup } from "../contracts/second-factor";
import { hashRecoveryCode, newRecoveryCode } from "../crypto/token";
import { matchTotpStep, newTotpSecret, totpUri } from "../crypto/totp";
import type { SealContext } from "../crypto/vault";
import type { Tx } from "../db/client";
import { isUniqueViolation } from "../db/failures";
import { AppError, invalidField } from "../errors";
import { runtime } from "../runtime";

const issuer = "Secrets vault";
const recoveryCodeCount = 10;

/** Where an account's TOTP secret is sealed to. */
export const totpContext = (userId: string): SealContext => ({ table: "AccountTotp", field: "encryptedSecret", rowId: userId, userId });

const match = (sealed: Uint8Array, userId: string, code: string, at: number) =>
  matchTotpStep({ secret: runtime().vault.open(sealed, totpContext(userId)), algorithm: "sha1" }, code, at);

/** A new secret, which counts for nothing until it was confirmed. */
export async function beginSecondFactor({ userId }: SessionCaller): Promise<SecondFactorSetup> {
  const { db, vault } = runtime();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const secret = newTotpSecret();
  const data = { encryptedSecret: vault.seal(secret, totpContext(userId)), createdAt: new Date() };
  const { count } = await db.accountTotp.updateMany({ where: { userId, confirmedAt: null }, data });
  try {
    if (count === 0) await db.accountTotp.create({ data: { userId, ...data } });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("SECOND_FACTOR_ON");
    throw error;
  }
  return { secret, uri: totpUri({ secret, issuer, account: email }) };
}

/** Turns the second factor on when the code fits the secret that was begun with. The answer holds the recovery codes, once. */
export async function confirmSecondFactor({ userId }: SessionCaller, { code }: ConfirmSecondFactor, at = Date.now()): Promise<RecoveryCodes> {
  const { db } = runtime();
  const begun = await db.accountTotp.findUnique({ where: { userId }, select: { encryptedSecret: true, confirmedAt: true } });
  if (!begun) throw new AppError("SECOND_FACTOR_OFF");
  if (begun.confirmedAt) throw new AppError("SECOND_FACTOR_ON");
  const step = match(begun.encryptedSecret, userId, digitsOf(code), at);
  if (step === null) throw invalidField("code", "Wrong code. Check that your device’s clock is right.");
  return db.$transaction(async (tx) => {
    const { count } = await tx.accountTotp.updateMany({ where: { userId, confirmedAt: null, encryptedSecret: begun.encryptedSecret }, data: { confirmedAt: new Date(at), lastUsedStep: step } });
    if (count === 0) throw new AppError("SECOND_FACTOR_ON");
    return newRecoveryCodes(tx, userId);
  });
}

/** Refused with SECOND_FACTOR_KEPT where the vault asks for one. */
export async function removeSecondFactor({ userId }: Pick<SessionCaller, "userId">): Promise<void> {
  const { db, settings } = runtime();
  if (settings.AUTH_SECOND_FACTOR === "required") throw new AppError("SECOND_FACTOR_KEPT");
  await db.$transaction((tx) => dropSecondFactor(tx, userId));
}

/** The secret and its recovery codes, whatever the vault asks for. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.accountTotp.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
}

export async function replaceRecoveryCodes({ userId }: SessionCaller): Promise<RecoveryCodes> {
  return runtime().db.$transaction(async (tx) => {
    // Written, though with what is there: that holds the row until the end, so that of two at once one set of codes stays, and none is left behind a removal.
    const { count } = await tx.accountTotp.updateMany({ where: { userId, confirmedAt: { not: null } }, data: { userId } });
    if (count === 0) throw new AppError("SECOND_FACTOR_OFF");
    return newRecoveryCodes(tx, userId);
  });
}

async function newRecoveryCodes(tx: Tx, userId: string): Promise<RecoveryCodes> {
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: recoveryCodes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })) });
  return { recoveryCodes };
}

export async function hasSecondFactor(userId: string): Promise<boolean> {
  return (await runtime().db.accountTotp.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/**
 * Whether a code, of the authenticator or a recovery code, lets the user in. A right one is spent by this: its time
 * step, or itself, counts once, however many ask at the same moment. `spend: false` looks alone: nobody is let in by that.
 */
export async function checkSecondFactor(userId: string, code: string | undefined, { at = Date.now(), spend = true } = {}): Promise<"off" | "missing" | "right" | "wrong"> {
  const { db } = runtime();
  const totp = await db.accountTotp.findUnique({ where: { userId }, select: { encryptedSecret: true, confirmedAt: true } });
  if (!totp?.confirmedAt) return "off";
  if (code === undefined || code.trim() === "") return "missing";
  const step = match(totp.encryptedSecret, userId, digitsOf(code), at);
  const recoveryCode = { userId, codeHash: hashRecoveryCode(code), usedAt: null };
  const unspent = { userId, OR: [{ lastUsedStep: null }, { lastUsedStep: { lt: step ?? 0 } }] };
  if (!spend) return (step === null ? await db.recoveryCode.count({ where: recoveryCode }) : await db.accountTotp.count({ where: unspent })) === 1 ? "right" : "wrong";
  const { count } =
    step === null
      ? await db.recoveryCode.updateMany({ where: recoveryCode, data: { usedAt: new Date(at) } })
      : await db.accountTotp.updateMany({ where: unspent, data: { lastUsedStep: step } });
  return count === 1 ? "right" : "wrong";
}

/** Authenticators show the digits in groups. */
const digitsOf = (code: string) => code.replace(/\s/g, "");
