import type { RequestFacts, SessionCaller } from "../auth/caller";
import { recordRefusedSignIn } from "../auth/credentials/refused-sign-in";
import { transactionInTurn } from "../auth/transaction-in-turn";
import { recordReauthentication, recordRefusedReauthentication } from "./reauthentication";
import type { Site } from "./site";
import { attempt, type Outcome } from "./throttle/throttle";
import { accountTarget, addressTarget, reauthenticationTarget } from "./throttle/throttle-targets";
import { email as emailSchema, type Reauthentication, type RegisteredUser } from "../contracts/people/account";
import { hashPassword, isOutdatedHash, verifyPassword } from "../crypto/tokens/password";
import type { PasskeyAssertion } from "../contracts/people/passkeys";
import type { Tx } from "../db/client";
import { AppError, invalidField } from "../errors";
import { runtime } from "../runtime";
import { accountColumns, changeAccount, genuineAccount, holdFreeAccount } from "./accounts/account-row";
import { faultOfReplacement, replaceTemporaryPassword } from "./passwords/temporary";
import { ownerOfAssertion } from "./passkeys";
import { checkSecondFactor } from "./second-factor";

/**
 * `code`: the second factor's; `passkey`: a response used instead of a code; `request`: the one that signs in, with the
 * client's address, as far as it can be trusted.
 */
export type SecondStep = {
  code?: string | undefined;
  passkey?: { assertion: PasskeyAssertion; site: Site } | null | undefined;
  request: RequestFacts;
};
/** `newPassword`: replaces a temporary password. */
export type LoginCredentials = SecondStep & { email: string; password: string; newPassword?: string | undefined };

/** The second factor that the user gave, after it was verified. */
export type GivenFactor = "none" | "code" | "passkey";
/** `passwordHash`: the hash that the password matched. */
export type VerifiedUser = RegisteredUser & { passwordHash: string; secondFactor: GivenFactor };

/**
 * Verifies an e-mail address and password; returns null if they don't match. An unknown address takes the same steps
 * and the same time as a wrong password, and is counted the same way. If the password matches, throws
 * SECOND_FACTOR_REQUIRED or SECOND_FACTOR_INVALID; for a temporary password also TEMPORARY_PASSWORD_EXPIRED,
 * NEW_PASSWORD_REQUIRED (after the second factor), or VALIDATION_ERROR for the new one. Throws TOO_MANY_ATTEMPTS while
 * throttled. The account's owner learns of what was wrong.
 */
export async function verifyLogin({
  email,
  password,
  newPassword,
  code,
  passkey,
  request,
}: LoginCredentials): Promise<VerifiedUser | null> {
  const refused = <V>(user: RegisteredUser | null, value: V) => {
    if (user) recordRefusedSignIn({ user, method: "password", request });
    return outcome("failure", value);
  };
  const result = await attempt<VerifiedUser | AppError | null>(
    [addressTarget(request.address ?? ""), accountTarget(email)],
    async () => {
      const user = await findUser(email);
      const matches = await verifyPassword(user?.passwordHash ?? null, password);
      if (!user?.passwordHash || !matches) return refused(user, null);
      const { id, name, passwordMadeAt } = user;
      const account = { id, email: user.email, name };
      const fault =
        passwordMadeAt && (await faultOfReplacement({ ...account, passwordMadeAt }, { password, newPassword }));
      // None of these resets the count: nobody has signed in yet.
      if (fault?.code === "TEMPORARY_PASSWORD_EXPIRED") return { ...refused(user, fault), outcome: "undecided" };
      if (fault && fault.code !== "NEW_PASSWORD_REQUIRED") return outcome("undecided", fault);
      // The code is needed again when the new password is sent with it.
      const factor = await judgeFactor(account.id, { code, passkey, request }, { spend: !fault });
      if (typeof factor === "object") return factor.outcome === "failure" ? refused(user, factor.value) : factor;
      if (fault) return outcome("undecided", fault);
      const passwordHash =
        passwordMadeAt && newPassword
          ? await replaceTemporaryPassword({ ...account, passwordHash: user.passwordHash }, newPassword, request)
          : await rehash(account.id, user.passwordHash, password);
      // A concurrent sign-in replaced it, so it is now simply wrong.
      if (passwordHash === null) return refused(user, null);
      return outcome("success", { ...account, secondFactor: factor, passwordHash });
    },
  );
  if (result instanceof AppError) throw result;
  return result;
}

/**
 * Completes a sign-in with the second factor and returns which one was used. Throws the errors that `verifyLogin`
 * throws after the password.
 */
export async function verifySecondStep(user: RegisteredUser, given: SecondStep): Promise<GivenFactor> {
  const { request } = given;
  const result = await attempt<AppError | GivenFactor>(
    [addressTarget(request.address ?? ""), accountTarget(user.email)],
    async () => {
      const factor = await judgeFactor(user.id, given);
      if (typeof factor !== "object") return outcome("success", factor);
      if (factor.outcome === "failure") recordRefusedSignIn({ user, method: "oidc", request });
      return factor;
    },
  );
  if (result instanceof AppError) throw result;
  return result;
}

/**
 * Completes a re-authentication at the provider with the second factor. Throws the same, and returns the same as
 * `recordReauthentication`.
 */
export async function confirmBySecondStep(
  caller: SessionCaller,
  given: SecondStep,
  cookies: string | null,
): Promise<string> {
  const refusal = await attempt<AppError | null>([reauthenticationTarget(caller.userId)], async () => {
    const factor = await judgeFactor(caller.userId, given);
    if (typeof factor !== "object") return outcome("success", null);
    if (factor.outcome === "failure") recordRefusedReauthentication(caller, "oidc");
    return factor;
  });
  if (refusal) throw refusal;
  return recordReauthentication(caller, "oidc", cookies);
}

/** Returns the verified factor (`none` if none is required), or the error. Spends the code unless told not to. */
async function judgeFactor(
  userId: string,
  { code, passkey, request }: SecondStep,
  { spend = true } = {},
): Promise<{ outcome: Outcome; value: AppError } | GivenFactor> {
  const factor = passkey
    ? await checkPasskey(userId, passkey, request.address ?? "")
    : await checkSecondFactor(userId, code, { spend });
  // Not a success either: knowing the password must not reset the count of guessed codes.
  if (factor === "missing") return outcome("undecided", new AppError("SECOND_FACTOR_REQUIRED"));
  if (factor === "failure") return outcome("failure", new AppError("SECOND_FACTOR_INVALID"));
  return factor === "off" ? "none" : passkey ? "passkey" : "code";
}

/**
 * Re-authenticates by password, plus a code if the second factor is on. Returns the same as `recordReauthentication`.
 */
export async function reauthenticate(
  caller: SessionCaller,
  { password, code }: Reauthentication,
  cookies: string | null,
): Promise<string> {
  const { userId } = caller;
  const refused = (value: AppError) => {
    recordRefusedReauthentication(caller, "password");
    return outcome("failure", value);
  };
  const refusal = await attempt<AppError | null>([reauthenticationTarget(userId)], async () => {
    const user = genuineAccount(await runtime().db.user.findUnique({ where: { id: userId }, select: accountColumns }));
    if (!(await verifyPassword(user?.passwordHash ?? null, password)))
      return refused(invalidField("password", "is not the password of this account"));
    if (user?.passwordMadeAt)
      return outcome("undecided", invalidField("password", "is temporary: change it to your own first"));
    const factor = await checkSecondFactor(userId, code);
    if (factor === "missing") return outcome("undecided", invalidField("code", "is required: the second factor is on"));
    if (factor === "failure")
      return refused(
        invalidField(
          "code",
          "is wrong or was used before: wait for the authenticator's next one, or use an unused recovery code",
        ),
      );
    return outcome("success", null);
  });
  if (refusal) throw refusal;
  return recordReauthentication(caller, "password", cookies);
}

/** A passkey replaces the code. It must belong to the same user. */
async function checkPasskey(
  userId: string,
  { assertion, site }: { assertion: PasskeyAssertion; site: Site },
  address: string,
): Promise<"success" | "failure"> {
  try {
    const owner = await ownerOfAssertion(assertion, site, { purpose: "sign-in", address });
    return owner.userId === userId ? "success" : "failure";
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

/**
 * Upgrades an outdated hash while the password is available. Returns the current hash. It does not wait for
 * long changes of the vault: the next sign-in upgrades it then.
 */
async function rehash(id: string, passwordHash: string, password: string): Promise<string> {
  if (!isOutdatedHash(passwordHash)) return passwordHash;
  const today = await hashPassword(password);
  // Only if the hash is unchanged: a password that was changed concurrently stays changed.
  const upgrade = async (tx: Tx) => {
    const held = await holdFreeAccount(tx, id);
    if (held?.passwordHash !== passwordHash) return passwordHash;
    await changeAccount(tx, held, { passwordHash: today });
    return today;
  };
  return transactionInTurn(id, upgrade, { line: "endings" });
}
