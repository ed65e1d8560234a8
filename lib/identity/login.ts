import type { SessionCaller } from "../auth/caller";
import { recordReauthentication } from "./reauthentication";
import type { Site } from "./site";
import { accountTarget, addressTarget, attempt, reauthenticationTarget, type Outcome } from "./throttle";
import { email as emailSchema, type Reauthentication, type RegisteredUser } from "../contracts/account";
import { hashPassword, isOutdatedHash, verifyPassword } from "../crypto/password";
import type { PasskeyAssertion } from "../contracts/passkeys";
import { AppError, invalidField } from "../errors";
import { runtime } from "../runtime";
import { accountColumns, changeAccount, genuineAccount, holdAccount } from "./account-row";
import { faultOfReplacement, replaceTemporaryPassword } from "./passwords/temporary";
import { userOfAssertion } from "./passkeys";
import { checkSecondFactor } from "./second-factor";

/** `code`: of the second factor; `passkey`: an answer instead of it; `address`: of the client, as far as it can be believed. */
export type SecondStep = {
  code?: string | undefined;
  passkey?: { assertion: PasskeyAssertion; site: Site } | null | undefined;
  address: string;
};
/** `newPassword`: what takes the place of a password that the operator's command made. */
export type LoginCredentials = SecondStep & { email: string; password: string; newPassword?: string | undefined };

/** What was given besides the first factor, once it was right. */
export type GivenFactor = "none" | "code" | "passkey";
/** `passwordHash`: the one that the password is right for. */
export type VerifiedUser = RegisteredUser & { passwordHash: string; secondFactor: GivenFactor };

/**
 * The user of an e-mail address and password, or null. An unknown address takes the same steps as a wrong password:
 * the same answer, as long, and counted alike.
 * Throws SECOND_FACTOR_REQUIRED or SECOND_FACTOR_INVALID once the password is right, TOO_MANY_ATTEMPTS while held back;
 * for a right password that a command made, TEMPORARY_PASSWORD_EXPIRED, NEW_PASSWORD_REQUIRED behind the second factor, or
 * VALIDATION_ERROR for the new one.
 */
export async function verifyLogin({
  email,
  password,
  newPassword,
  code,
  passkey,
  address,
}: LoginCredentials): Promise<VerifiedUser | null> {
  const result = await attempt<VerifiedUser | AppError | null>(
    [addressTarget(address), accountTarget(email)],
    async () => {
      const user = await findUser(email);
      const matches = await verifyPassword(user?.passwordHash ?? null, password);
      if (!user?.passwordHash || !matches) return outcome("failure", null);
      const { id, name, passwordMadeAt } = user;
      const account = { id, email: user.email, name };
      const fault = passwordMadeAt && faultOfReplacement({ ...account, passwordMadeAt }, { password, newPassword });
      // None of these clears the count: nobody has come in.
      if (fault && fault.code !== "NEW_PASSWORD_REQUIRED") return outcome("undecided", fault);
      // The code has to count once more, when the new password comes with it.
      const factor = await judgeFactor(account.id, { code, passkey, address }, { spend: !fault });
      if (typeof factor === "object") return factor;
      if (fault) return outcome("undecided", fault);
      const passwordHash =
        passwordMadeAt && newPassword
          ? await replaceTemporaryPassword({ id: account.id, passwordHash: user.passwordHash }, newPassword)
          : await rehash(account.id, user.passwordHash, password);
      // Another sign-in has replaced it meanwhile: it is as wrong as any.
      if (passwordHash === null) return outcome("failure", null);
      return outcome("success", { ...account, secondFactor: factor, passwordHash });
    },
  );
  if (result instanceof AppError) throw result;
  return result;
}

/** Lets the user of an earlier step in by the second factor, and says by which; throws as `verifyLogin` does once the password is right. */
export async function verifySecondStep({ id, email }: RegisteredUser, given: SecondStep): Promise<GivenFactor> {
  const result = await attempt<AppError | GivenFactor>(
    [addressTarget(given.address), accountTarget(email)],
    async () => {
      const factor = await judgeFactor(id, given);
      return typeof factor === "object" ? factor : outcome("success", factor);
    },
  );
  if (result instanceof AppError) throw result;
  return result;
}

/** The factor that was right, `none` where none is asked for; or the refusal. A code is spent by it unless told. */
async function judgeFactor(
  userId: string,
  { code, passkey, address }: SecondStep,
  { spend = true } = {},
): Promise<{ outcome: Outcome; value: AppError } | GivenFactor> {
  const factor = passkey
    ? await checkPasskey(userId, passkey, address)
    : await checkSecondFactor(userId, code, { spend });
  // Not right either: a known password must not clear the count of guessed codes.
  if (factor === "missing") return outcome("undecided", new AppError("SECOND_FACTOR_REQUIRED"));
  if (factor === "failure") return outcome("failure", new AppError("SECOND_FACTOR_INVALID"));
  return factor === "off" ? "none" : passkey ? "passkey" : "code";
}

/** Proves by password, and code where the second factor is on, that the session's user sits there. Returns as `recordReauthentication`. */
export async function reauthenticate(
  { userId, sessionId }: SessionCaller,
  { password, code }: Reauthentication,
  cookies: string | null,
): Promise<string> {
  const refusal = await attempt<AppError | null>([reauthenticationTarget(userId)], async () => {
    const user = genuineAccount(await runtime().db.user.findUnique({ where: { id: userId }, select: accountColumns }));
    if (!(await verifyPassword(user?.passwordHash ?? null, password)))
      return outcome("failure", invalidField("password", "is not the password of this account"));
    if (user?.passwordMadeAt)
      return outcome("undecided", invalidField("password", "is temporary: change it to your own first"));
    const factor = await checkSecondFactor(userId, code);
    if (factor === "missing") return outcome("undecided", invalidField("code", "is required: the second factor is on"));
    if (factor === "failure")
      return outcome(
        "failure",
        invalidField("code", "is wrong or was used before: wait for the next one, or use a recovery code"),
      );
    return outcome("success", null);
  });
  if (refusal) throw refusal;
  return recordReauthentication(sessionId, cookies);
}

/** A passkey stands for the code: it has to be one of the same user. */
async function checkPasskey(
  userId: string,
  { assertion, site }: { assertion: PasskeyAssertion; site: Site },
  address: string,
): Promise<"success" | "failure"> {
  try {
    return (await userOfAssertion(assertion, site, { purpose: "sign-in", address })) === userId ? "success" : "failure";
  } catch (error) {
    if (error instanceof AppError && error.code === "PASSKEY_REFUSED") return "failure";
    throw error;
  }
}

const outcome = <T>(outcome: Outcome, value: T) => ({ outcome, value });

async function findUser(email: string) {
  const address = emailSchema().safeParse(email);
  if (!address.success) return null;
  return genuineAccount(await runtime().db.user.findUnique({ where: { email: address.data }, select: accountColumns }));
}

/** A hash made with less work than today's is replaced while its password is at hand. Returns the one that counts from here on. */
async function rehash(id: string, passwordHash: string, password: string): Promise<string> {
  if (!isOutdatedHash(passwordHash)) return passwordHash;
  const today = await hashPassword(password);
  // Only this very hash: a password changed meanwhile stays changed.
  return runtime().db.$transaction(async (tx) => {
    const held = await holdAccount(tx, id);
    if (held?.passwordHash !== passwordHash) return passwordHash;
    await changeAccount(tx, held, { passwordHash: today });
    return today;
  });
}
