import { recordIn } from "../auth/activity/activity";
import type { SessionCaller } from "../auth/caller";
import { transactionInTurn } from "../auth/transaction-in-turn";
import { attempt } from "./throttle/throttle";
import { setupTarget } from "./throttle/throttle-targets";
import type { ConfirmSecondFactor, RecoveryCodes, SecondFactorSetup } from "../contracts/people/second-factor";
import { selectionOf } from "../crypto/macs/covered-columns";
import { hashRecoveryCode, newRecoveryCode } from "../crypto/tokens/token";
import { matchTotpStep, newTotpSecret, totpUri } from "../crypto/tokens/totp";
import { sealedIn } from "../crypto/sealing/sealed-columns";
import type { Tx } from "../db/client";
import { isUniqueViolation } from "../db/failures";
import { newRowId } from "../db/row-id";
import { AppError, invalidField } from "../errors";
import { readFactors } from "../factors";
import { runtime } from "../runtime";
import { accountColumns, genuineAccount, holdOwn, noteFactor } from "./accounts/account-row";
import { ownRecord } from "./accounts/own-record";

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

/** Returns the account's TOTP row if its MAC is valid; null if it is missing or not genuine. */
async function findTotp(userId: string): Promise<TotpRow | null> {
  const { db, rights } = runtime();
  const row = await db.accountTotp.findUnique({ where: { userId }, select: selectionOf("AccountTotp") });
  return row && rights.isGenuine("AccountTotp", row) ? row : null;
}

/** Creates a new secret, which has no effect until it is confirmed. */
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
 * Turns the second factor on if the code matches the new secret. Returns the recovery codes, which are shown only once.
 * Throws TOO_MANY_ATTEMPTS while throttled.
 */
export async function confirmSecondFactor(
  caller: SessionCaller,
  { code }: ConfirmSecondFactor,
  at = Date.now(),
): Promise<RecoveryCodes> {
  const { userId } = caller;
  const { rights } = runtime();
  const begun = await findTotp(userId);
  if (!begun) throw new AppError("SECOND_FACTOR_OFF");
  if (begun.confirmedAt) throw new AppError("SECOND_FACTOR_ON");
  const step = await attempt([setupTarget(userId)], async () => {
    const value = match(begun.encryptedSecret, userId, digitsOf(code), at);
    return { outcome: value === null ? "failure" : "success", value };
  });
  if (step === null) throw invalidField("code", "Wrong code. Check that your device’s clock is right.");
  return transactionInTurn(userId, async (tx) => {
    const held = await holdOwn(tx, caller);
    if (!held) throw new AppError("AUTH_REQUIRED");
    // Only the row that was read: the setup may have been restarted with another secret.
    const { count } = await tx.accountTotp.updateMany({
      where: { userId, confirmedAt: null, mac: begun.mac },
      data: { ...rights.sign("AccountTotp", { ...begun, confirmedAt: new Date(at) }), lastUsedStep: step },
    });
    if (count === 0) throw new AppError("SECOND_FACTOR_ON");
    await noteFactor(tx, held, "code", true);
    const codes = await newRecoveryCodes(tx, userId);
    await recordIn(tx, ownRecord(caller, "account.second-factor-on"));
    return codes;
  });
}

/** Throws SECOND_FACTOR_MANDATORY if the vault requires a second factor. */
export async function removeSecondFactor(caller: SessionCaller): Promise<void> {
  const { userId } = caller;
  if (runtime().settings.AUTH_SECOND_FACTOR === "required") throw new AppError("SECOND_FACTOR_MANDATORY");
  await transactionInTurn(userId, async (tx) => {
    const held = await holdOwn(tx, caller);
    await dropSecondFactor(tx, userId);
    if (!held || !readFactors(held.factors).has("code")) return;
    await noteFactor(tx, held, "code", false);
    await recordIn(tx, ownRecord(caller, "account.second-factor-off"));
  });
}

/** Deletes the secret and its recovery codes, regardless of the policy. The caller updates the account's row. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.accountTotp.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
}

export async function replaceRecoveryCodes(caller: SessionCaller): Promise<RecoveryCodes> {
  const { userId } = caller;
  return transactionInTurn(userId, async (tx) => {
    // Locked until the end, so that two concurrent calls leave one set of codes, and none survives a removal.
    const held = await holdOwn(tx, caller);
    if (!held || !readFactors(held.factors).has("code")) throw new AppError("SECOND_FACTOR_OFF");
    const codes = await newRecoveryCodes(tx, userId);
    await recordIn(tx, ownRecord(caller, "account.recovery-codes"));
    return codes;
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

/**
 * The account's own row decides this, so deleting the secret's row does not turn the second factor off. Throws
 * AUTH_REQUIRED if the account is gone or not genuine.
 */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const account = genuineAccount(await runtime().db.user.findUnique({ where: { id: userId }, select: accountColumns }));
  if (!account) throw new AppError("AUTH_REQUIRED");
  return readFactors(account.factors).has("code");
}

/**
 * Verifies an authenticator or recovery code. A correct code is spent: its time step, or the recovery code, works only
 * once, even for concurrent requests. `spend: false` only checks.
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

/** Authenticator apps show the digits in groups. */
const digitsOf = (code: string) => code.replace(/\s/g, "");
