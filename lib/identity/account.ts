import type { SessionCaller } from "../auth/caller";
import { acceptInvitation, assertAcceptable } from "../auth/invitation";
import { isRecentlyAuthenticated } from "../auth/reauthentication";
import { countAttempt, registrationTarget } from "./throttle";
import type {
  Account,
  DeleteAccount,
  RegisteredUser,
  Registration,
  SignInMethod,
  UpdateAccount,
} from "../contracts/account";
import { hashNewcomersPassword } from "../crypto/password";
import { isUniqueViolation } from "../db/failures";
import { AppError, invalidField } from "../errors";
import { readFactors } from "../factors";
import { runtime } from "../runtime";
import { newAccount } from "./account-row";
import { assertUncommon } from "./passwords/policy";
import { removeUser } from "./users";
import { instant } from "../db/wire";

/**
 * `address`: the client's address, as far as it can be trusted. Throws TOO_MANY_ATTEMPTS after too many registrations
 * from it. An invitation is accepted with the account's first step, so that no other account comes of it; it lets in
 * where registration is closed. Throws INVITATION_NOT_FOUND for one that can't be accepted.
 */
export async function register(
  { email, password, name, invitation }: Registration,
  address: string,
): Promise<RegisteredUser> {
  const { db, settings } = runtime();
  if ((settings.AUTH_REGISTRATION === "closed" && invitation === undefined) || !settings.AUTH_PASSWORD_LOGIN)
    throw new AppError("REGISTRATION_CLOSED");
  assertUncommon(password, "password", { email, name });
  // Counted before the answer reveals whether the address is taken, which tells who has an account.
  await countAttempt(registrationTarget(address));
  if (invitation !== undefined) await assertAcceptable(db, invitation, email);
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) throw new AppError("EMAIL_TAKEN");
  const passwordHash = await hashNewcomersPassword(password);
  try {
    const account = newAccount({ email, passwordHash });
    await db.$transaction(async (tx) => {
      await tx.user.create({ data: { ...account, name: name ?? null } });
      if (invitation !== undefined) await acceptInvitation(tx, invitation, account);
    });
    return { id: account.id, email, name: name ?? null };
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("EMAIL_TAKEN");
    throw error;
  }
}

export async function getAccount({ userId, provenAt }: SessionCaller): Promise<Account> {
  const user = await runtime().db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      name: true,
      createdAt: true,
      updatedAt: true,
      passwordHash: true,
      factors: true,
      _count: { select: { accounts: true, passkeys: true, recoveryCodes: { where: { usedAt: null } } } },
    },
  });
  // The account was deleted in the meantime.
  if (!user) throw new AppError("AUTH_REQUIRED");
  const has: Record<SignInMethod, boolean> = {
    password: user.passwordHash !== null,
    oidc: user._count.accounts > 0,
    passkey: user._count.passkeys > 0,
  };
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    methods: (Object.keys(has) as SignInMethod[]).filter((method) => has[method]),
    secondFactor: readFactors(user.factors).has("code"),
    recoveryCodesLeft: user._count.recoveryCodes,
    recentlyAuthenticated: isRecentlyAuthenticated(provenAt),
    createdAt: instant(user.createdAt),
    updatedAt: instant(user.updatedAt),
  };
}

export async function updateAccount(caller: SessionCaller, { name }: UpdateAccount): Promise<Account> {
  await runtime().db.user.updateMany({ where: { id: caller.userId }, data: { name } });
  return getAccount(caller);
}

export async function deleteAccount(
  { userId }: SessionCaller,
  { email, endTeams = false }: DeleteAccount,
): Promise<void> {
  if (!(await removeUser({ id: userId, email, endTeams })))
    throw invalidField("email", "is not the e-mail address of this account");
}
