import type { SessionCaller } from "../auth/caller";
import { attempt, setupTarget } from "./throttle";
import type { ConfirmSecondFactor, RecoveryCodes, SecondFactorSetup } from "../contracts/second-factor";
import { selectionOf } from "../crypto/covered-columns";
import { hashRecoveryCode, newRecoveryCode } from "../crypto/token";
import { matchTotpStep, newTotpSecret, totpUri } from "../crypto/totp";
import { sealedIn } from "../crypto/sealed-columns";
import type { Tx } from "../db/client";
import { isUniqueViolation } from "../db/failures";
import { newRowId } from "../db/row-id";
import { AppError, invalidField } from "../errors";
import { readFactors } from "../factors";
import { runtime } from "../runtime";
import { accountColumns, genuineAccount, holdAccount, noteFactor } from "./account-row";

const issuer = "Secrets vault";
const recoveryCodeCount = 10;

const match = (sealed: Uint8Array, userId: string, code: string, at: number) =>
  matchTotpStep(
    { secret: runtime().vault.open(sealed, sealedIn("AccountTotp", userId, userId)), algorithm: "sha1" },
    code,
    at,
  );

type TotpRow = {
  userId: string;
  encryptedSecret: Uint8Array<ArrayBuffer>;
  confirmedAt: Date | null;
  mac: string | null;
};

/** The account's TOTP row as the vault left it; null for a missing one and for any other. */
async function findTotp(userId: string): Promise<TotpRow | null> {
  const { db, rights } = runtime();
  const row = await db.accountTotp.findUnique({ where: { userId }, select: selectionOf("AccountTotp") });
  return row && rights.isGenuine("AccountTotp", row) ? row : null;
}

/** A new secret, which counts for nothing until it was confirmed. */
export async function beginSecondFactor({ userId }: SessionCaller): Promise<SecondFactorSetup> {
  const { db, vault, rights } = runtime();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const secret = newTotpSecret();
  const data = {
    ...rights.sign("AccountTotp", {
      userId,
      encryptedSecret: vault.seal(secret, sealedIn("AccountTotp", userId, userId)),
      confirmedAt: null,
    }),
    createdAt: new Date(),
  };
  const { count } = await db.accountTotp.updateMany({ where: { userId, confirmedAt: null }, data });
  try {
    if (count === 0) await db.accountTotp.create({ data });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("SECOND_FACTOR_ON");
    throw error;
  }
  return { secret, uri: totpUri({ secret, issuer, account: email }) };
}

/**
 * Turns the second factor on when the code fits the secret that was begun with. The answer holds the recovery codes, once.
 * Throws TOO_MANY_ATTEMPTS while codes are held back, since too many did not fit.
 */
export async function confirmSecondFactor(
  { userId }: SessionCaller,
  { code }: ConfirmSecondFactor,
  at = Date.now(),
): Promise<RecoveryCodes> {
  const { db, rights } = runtime();
  const begun = await findTotp(userId);
  if (!begun) throw new AppError("SECOND_FACTOR_OFF");
  if (begun.confirmedAt) throw new AppError("SECOND_FACTOR_ON");
  const step = await attempt([setupTarget(userId)], async () => {
    const value = match(begun.encryptedSecret, userId, digitsOf(code), at);
    return { outcome: value === null ? "failure" : "success", value };
  });
  if (step === null) throw invalidField("code", "Wrong code. Check that your device’s clock is right.");
  return db.$transaction(async (tx) => {
    const held = await holdAccount(tx, userId);
    if (!held) throw new AppError("AUTH_REQUIRED");
    // Only what was looked at: another secret may have been begun with meanwhile.
    const { count } = await tx.accountTotp.updateMany({
      where: { userId, confirmedAt: null, mac: begun.mac },
      data: { ...rights.sign("AccountTotp", { ...begun, confirmedAt: new Date(at) }), lastUsedStep: step },
    });
    if (count === 0) throw new AppError("SECOND_FACTOR_ON");
    await noteFactor(tx, held, "code", true);
    return newRecoveryCodes(tx, userId);
  });
}

/** Refused with SECOND_FACTOR_MANDATORY where the vault asks for one. */
export async function removeSecondFactor({ userId }: Pick<SessionCaller, "userId">): Promise<void> {
  const { db, settings } = runtime();
  if (settings.AUTH_SECOND_FACTOR === "required") throw new AppError("SECOND_FACTOR_MANDATORY");
  await db.$transaction(async (tx) => {
    const held = await holdAccount(tx, userId);
    await dropSecondFactor(tx, userId);
    if (held) await noteFactor(tx, held, "code", false);
  });
}

/** The secret and its recovery codes, whatever the vault asks for. Who calls notes it on the account's row. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.accountTotp.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
}

export async function replaceRecoveryCodes({ userId }: SessionCaller): Promise<RecoveryCodes> {
  return runtime().db.$transaction(async (tx) => {
    // Held until the end, so that of two at once one set of codes stays, and none is left behind a removal.
    const held = await holdAccount(tx, userId);
    if (!held || !readFactors(held.factors).has("code")) throw new AppError("SECOND_FACTOR_OFF");
    return newRecoveryCodes(tx, userId);
  });
}

async function newRecoveryCodes(tx: Tx, userId: string): Promise<RecoveryCodes> {
  const { rights } = runtime();
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: recoveryCodes.map((code) =>
      rights.sign("RecoveryCode", { id: newRowId(), userId, codeHash: hashRecoveryCode(code) }),
    ),
  });
  return { recoveryCodes };
}

/** By the account's own row: deleting the secret's does not turn it off. Throws AUTH_REQUIRED for an account that is gone, or not as the vault left it. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const account = genuineAccount(await runtime().db.user.findUnique({ where: { id: userId }, select: accountColumns }));
  if (!account) throw new AppError("AUTH_REQUIRED");
  return readFactors(account.factors).has("code");
}

/**
 * Whether a code, of the authenticator or a recovery code, lets the user in. A right one is spent by this: its time
 * step, or itself, counts once, however many ask at the same moment. `spend: false` looks alone: nobody is let in by that.
 */
export async function checkSecondFactor(
  userId: string,
  code: string | undefined,
  { at = Date.now(), spend = true } = {},
): Promise<"off" | "missing" | "success" | "failure"> {
  const { db } = runtime();
  if (!(await hasSecondFactor(userId))) return "off";
  if (code === undefined || code.trim() === "") return "missing";
  const totp = await findTotp(userId);
  const step = totp?.confirmedAt ? match(totp.encryptedSecret, userId, digitsOf(code), at) : null;
  if (step === null) return (await checkRecoveryCode(userId, code, { at, spend })) ? "success" : "failure";
  const unspent = { userId, OR: [{ lastUsedStep: null }, { lastUsedStep: { lt: step } }] };
  const count = spend
    ? (await db.accountTotp.updateMany({ where: unspent, data: { lastUsedStep: step } })).count
    : await db.accountTotp.count({ where: unspent });
  return count === 1 ? "success" : "failure";
}

async function checkRecoveryCode(
  userId: string,
  code: string,
  { at, spend }: { at: number; spend: boolean },
): Promise<boolean> {
  const { db, rights } = runtime();
  const row = await db.recoveryCode.findUnique({
    where: { userId_codeHash: { userId, codeHash: hashRecoveryCode(code) } },
    select: { ...selectionOf("RecoveryCode"), usedAt: true },
  });
  if (!row || !rights.isGenuine("RecoveryCode", row)) return false;
  if (!spend) return row.usedAt === null;
  return (
    (await db.recoveryCode.updateMany({ where: { id: row.id, usedAt: null }, data: { usedAt: new Date(at) } }))
      .count === 1
  );
}

/** Authenticators show the digits in groups. */
const digitsOf = (code: string) => code.replace(/\s/g, "");
