import { recordIn, recordOf } from "../../auth/activity/activity";
import type { RequestFacts, SessionCaller } from "../../auth/caller";
import { acceptInvitation, assertAcceptable } from "../../auth/grants/invitation";
import { isRecentlyAuthenticated } from "../../auth/credentials/reauthentication";
import { newcomersTransaction, transactionInTurn } from "../../auth/transaction-in-turn";
import { countAttempt } from "../throttle/throttle";
import { invitedTarget, registrationTarget } from "../throttle/throttle-targets";
import type {
  Account,
  DeleteAccount,
  RegisteredUser,
  Registration,
  SignInMethod,
  UpdateAccount,
} from "../../contracts/people/account";
import { hashNewcomersPassword } from "../../crypto/tokens/password";
import { isUniqueViolation } from "../../db/failures";
import { AppError, invalidField } from "../../errors";
import { readFactors } from "../../factors";
import { runtime } from "../../runtime";
import { lockOwn, newAccount } from "./account-row";
import { assertUncommon } from "../passwords/policy";
import { ownRecord, registrationRecords } from "./own-record";
import { removeUser } from "./users";
import { instant } from "../../db/instants";

/**
 * `request`: the one that registers, with the client's address, as far as it can be trusted. Throws TOO_MANY_ATTEMPTS after
 * too many registrations from it, of which more may have an invitation. That is accepted with the account's first step, so
 * that no other account comes of it; it lets in where registration is closed. Throws INVITATION_NOT_FOUND for one that can't
 * be accepted.
 */
export async function register(
  { email, password, name, invitation }: Registration,
  request: RequestFacts,
): Promise<RegisteredUser> {
  const { db, settings } = runtime();
  if ((settings.AUTH_REGISTRATION === "closed" && invitation === undefined) || !settings.AUTH_PASSWORD_LOGIN)
    throw new AppError("REGISTRATION_CLOSED");
  await assertUncommon(password, "password", { email, name });
  // Counted before the answer reveals whether the address is taken, which tells who has an account.
  const refund = await countAttempt(registrationTarget(request.address ?? ""));
  const accepted = invitation === undefined ? null : await assertAcceptable(db, invitation, email);
  if (accepted) await countAttempt(invitedTarget(request.address ?? ""));
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) throw new AppError("EMAIL_TAKEN");
  const passwordHash = await hashNewcomersPassword(password);
  try {
    const account = newAccount({ email, passwordHash });
    const user = { id: account.id, email, name: name ?? null };
    await newcomersTransaction(accepted?.teamId ?? null, async (tx) => {
      await tx.user.create({ data: { ...account, name: user.name } });
      const teamId = invitation === undefined ? null : await acceptInvitation(tx, invitation, account);
      await recordIn(tx, ...registrationRecords(user, request, teamId));
    });
    // It is counted among those with an invitation, of which an address may make more.
    if (invitation !== undefined) await refund();
    return user;
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
  const { userId: id } = caller;
  await transactionInTurn(id, async (tx) => {
    await lockOwn(tx, caller);
    const { count } = await tx.user.updateMany({ where: { id }, data: { name } });
    if (count === 1) await recordIn(tx, ownRecord(caller, "account.update"));
  });
  return getAccount(caller);
}

/** Nothing is left to record it in but the teams that live on. */
export async function deleteAccount(caller: SessionCaller, { email, endTeams = false }: DeleteAccount): Promise<void> {
  const { userId: id, sessionId } = caller;
  const isRemoved = await removeUser({ id, email, endTeams, sessionId }, (teamId, action, subject) =>
    recordOf(caller, action, subject, { owner: teamId }),
  );
  if (!isRemoved) throw invalidField("email", "is not the e-mail address of this account");
}
