import { randomUUID } from "node:crypto";
import { identitySubject } from "../auth/activity/account-subjects";
import { recordIn } from "../auth/activity/activity";
import type { RequestFacts, SessionCaller } from "../auth/caller";
import { newEmail, type RegisteredUser } from "../contracts/people/account";
import type { Identities } from "../contracts/people/identities";
import { acceptInvitation, findAcceptable } from "../auth/grants/invitation";
import { newcomersTransaction, transactionInTurn } from "../auth/transaction-in-turn";
import { selectionOf } from "../crypto/macs/covered-columns";
import { placeholderDomain } from "../contracts/people/placeholder-email";
import { isUniqueViolation } from "../db/failures";
import { newRowId } from "../db/row-id";
import { AppError } from "../errors";
import { isVisible, plainName } from "../plain-text";
import { runtime } from "../runtime";
import { lockOwn, newAccount } from "./accounts/account-row";
import { assertOtherSignInMethod } from "./last-method";
import { ownRecord, registrationRecords } from "./accounts/own-record";

/** A person at a provider, identified by issuer and subject; the rest is what the provider knows about them. */
export type ProviderIdentity = {
  issuer: string;
  subject: string;
  email?: string | undefined;
  emailVerified?: boolean | undefined;
  name?: string | undefined;
};

const publicColumns = { id: true, email: true, name: true } as const;

/**
 * Returns the user of an identity. For an unknown identity, creates a user if registration is open or the invitation can
 * be accepted, which it then is; throws REGISTRATION_CLOSED otherwise. It never returns an existing user with the same e-mail address: the address's owner at
 * the provider need not be the person who registered it here.
 */
export async function signInByIdentity(
  identity: ProviderIdentity,
  request: RequestFacts,
  invitation?: string,
): Promise<RegisteredUser> {
  const known = await userOfIdentity(identity);
  if (known) return known;
  const email = verifiedEmail(identity) ?? placeholderEmail();
  const invited = await invitedTo(invitation, email);
  if (runtime().settings.AUTH_REGISTRATION === "closed" && invited === null) throw new AppError("REGISTRATION_CLOSED");
  try {
    return await createUser(identity, email, request, invited);
  } catch (error) {
    if (!isUniqueViolation(error)) return refuse(error);
    // Two browsers used the same identity at once, or the address is taken.
    return (
      (await userOfIdentity(identity)) ??
      (await createUser(identity, placeholderEmail(), request, invited).catch(refuse))
    );
  }
}

type Invited = { token: string; teamId: string };

/** Null for an invitation that the account with this address can't accept. */
async function invitedTo(token: string | undefined, email: string): Promise<Invited | null> {
  const found = token === undefined ? null : await findAcceptable(runtime().db, token, email);
  return found && token !== undefined ? { token, teamId: found.teamId } : null;
}

/**
 * The identity's row exists but is not genuine: somebody changed it without the master key. Or the invitation was
 * accepted by somebody else in the meantime, or is for an address that another account has.
 */
function refuse(error: unknown): never {
  const isSpent = error instanceof AppError && error.code === "INVITATION_NOT_FOUND";
  throw isSpent || isUniqueViolation(error) ? new AppError("REGISTRATION_CLOSED", { cause: error }) : error;
}

export async function userOfIdentity({ issuer, subject }: ProviderIdentity): Promise<RegisteredUser | null> {
  const { db, rights } = runtime();
  const account = await db.account.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { ...selectionOf("Account"), user: { select: publicColumns } },
  });
  return account && rights.isGenuine("Account", account) ? account.user : null;
}

function createUser(
  { issuer, subject, name }: ProviderIdentity,
  email: string,
  request: RequestFacts,
  invited: Invited | null,
): Promise<RegisteredUser> {
  const given = plainName(name ?? "")
    .slice(0, 200)
    .toWellFormed();
  const shown = isVisible(given) ? given : null;
  const user = newAccount({ email });
  const { userId: _, ...identity } = newIdentity(user.id, { issuer, subject });
  return newcomersTransaction(invited?.teamId ?? null, async (tx) => {
    const created = await tx.user.create({
      data: { ...user, name: shown, accounts: { create: identity } },
      select: publicColumns,
    });
    const teamId = invited && (await acceptInvitation(tx, invited.token, created));
    await recordIn(tx, ...registrationRecords(created, request, teamId));
    return created;
  });
}

const newIdentity = (userId: string, { issuer, subject }: ProviderIdentity) =>
  runtime().rights.sign("Account", { id: newRowId(), userId, issuer, subject });

function verifiedEmail({ email, emailVerified }: ProviderIdentity): string | null {
  const parsed = newEmail().safeParse(email);
  return emailVerified === true && parsed.success ? parsed.data : null;
}

/** An address that nobody can have: `.invalid` never resolves (RFC 2606). */
const placeholderEmail = (): string => `${randomUUID()}@${placeholderDomain}`;

/** Links an identity to a user. Linking it twice changes nothing; another user's identity is IDENTITY_TAKEN. */
export async function linkIdentity(caller: SessionCaller, { issuer, subject }: ProviderIdentity): Promise<void> {
  const { userId } = caller;
  const row = newIdentity(userId, { issuer, subject });
  try {
    await transactionInTurn(userId, async (tx) => {
      await lockOwn(tx, caller);
      await tx.account.create({ data: row });
      await recordIn(tx, ownRecord(caller, "account.identity-link", identitySubject(row)));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const owner = await userOfIdentity({ issuer, subject });
    if (owner?.id !== userId) throw new AppError("IDENTITY_TAKEN");
  }
}

export async function listIdentities({ userId }: SessionCaller): Promise<Identities> {
  const { db, settings } = runtime();
  const identities = await db.account.findMany({
    where: { userId },
    select: { id: true, issuer: true, subject: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_NAME: name } = settings;
  return {
    provider: issuer && name ? { issuer, name } : null,
    identities: identities.map(({ createdAt, ...identity }) => ({ ...identity, createdAt: createdAt.toISOString() })),
  };
}

/** Throws LAST_SIGN_IN_METHOD if no other sign-in method is left. */
export async function unlinkIdentity(caller: SessionCaller, id: string): Promise<void> {
  const { userId } = caller;
  await transactionInTurn(userId, async (tx) => {
    await lockOwn(tx, caller);
    const identity = await tx.account.findFirst({ where: { id, userId }, select: { id: true, issuer: true } });
    if (!identity) throw new AppError("IDENTITY_NOT_FOUND");
    await tx.account.deleteMany({ where: { id, userId } });
    await assertOtherSignInMethod(tx, userId);
    await recordIn(tx, ownRecord(caller, "account.identity-unlink", identitySubject(identity)));
  });
}
