import { commandSubject, keySubject, memberSubject, trustRuleSubject } from "../../auth/activity/account-subjects";
import { byOperator, recordIn, type Subject } from "../../auth/activity/activity";
import { deleteVaultContents, endingByCommandMsMax, endingMsMax } from "../../db/transactions/delete-vault-contents";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import { assertSessionIn } from "../../auth/credentials/caller-still-valid";
import { teamsEndingWith } from "../../auth/grants/team-owners";
import type { Action } from "../../contracts/access/actions";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { hashPassword } from "../../crypto/tokens/password";
import type { NewRecord } from "../../db/activity/chain";
import type { Tx } from "../../db/client";
import { isUniqueViolation } from "../../db/failures";
import { lockVaultForDeletion, lockTeamForLeaving } from "../../db/transactions/isolation";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { accountColumns, genuineAccount, newAccount } from "./account-row";
import { assertUncommon } from "../passwords/policy";

/** The operator's actions on accounts, regardless of AUTH_REGISTRATION. */
export type ListedUser = {
  id: string;
  email: string;
  name: string | null;
  createdAt: Date;
  entries: number;
  accessKeys: number;
};

export async function listUsers(): Promise<ListedUser[]> {
  const rows = await runtime().db.user.findMany({
    orderBy: { email: "asc" },
    select: {
      id: true,
      email: true,
      name: true,
      createdAt: true,
      owner: {
        select: {
          _count: { select: { entries: { where: { trashId: null } }, accessKeys: { where: { ruleId: null } } } },
        },
      },
    },
  });
  return rows.map(({ owner, ...user }) => ({ ...user, entries: 0, accessKeys: 0, ...owner?._count }));
}

/** `madeAt` is set for a temporary password, which the owner has to replace. */
export async function addUser({
  email,
  name,
  password,
  madeAt = null,
}: {
  email: string;
  name: string | null;
  password: string;
  madeAt?: Date | null;
}): Promise<string> {
  await assertUncommon(password, "password", { email, name });
  const passwordHash = await hashPassword(password);
  try {
    const account = newAccount({ email, passwordHash, passwordMadeAt: madeAt });
    await runtime().db.$transaction(async (tx) => {
      await tx.user.create({ data: { ...account, name } });
      await recordIn(tx, byOperator(account.id, "operator.command", commandSubject("user add")));
    });
    return account.id;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("EMAIL_TAKEN", {
        message: `There is already an account for ${email}: reset its password, or choose another address.`,
      });
    throw error;
  }
}

/** Deletes the account and everything that it owns, teams without another owner included. */
export async function deleteUser(email: string): Promise<void> {
  const user = await runtime().db.user.findUnique({ where: { email }, select: { id: true } });
  // A running vault waits for this process meanwhile, and nobody needs turns in it: one statement holds SQLite's file for
  // the shortest time.
  const isAtOnce = runtime().databaseKind === "sqlite";
  if (!user || !(await removeUser({ id: user.id, email, endTeams: true, isAtOnce }, byOperator)))
    throw noAccount(email);
}

/** The teams that would end with the account, by name. */
export async function teamsOfAccount(email: string): Promise<{ id: string; name: string }[]> {
  const { db } = runtime();
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  return user ? db.$transaction((tx) => teamsEndingWith(tx, user.id)) : [];
}

/** Makes the record of what was done in a team. */
type ToldBy = (teamId: string, action: Action, subject: Subject) => NewRecord;

/** Who goes. `sessionId`: by which they asked for it. `isAtOnce`: foreign keys delete everything, in one statement. */
type Leaving = { id: string; email: string; endTeams: boolean; sessionId?: string; isAtOnce?: boolean };

/**
 * Deletes the account and returns whether it existed, with everything it owns. Throws TEAMS_WOULD_END, with their names,
 * if teams have no other owner and `endTeams` does not say that they end too. The others are told who left, and which
 * access keys went with them.
 */
export async function removeUser(leaving: Leaving, toldBy: ToldBy): Promise<boolean> {
  const timeout = leaving.sessionId === undefined ? endingByCommandMsMax : endingMsMax;
  for (;;) {
    const work = (tx: Tx) => removeIn(tx, leaving, toldBy);
    const isRemoved = await transactionInTurn(leaving.id, work, { timeout });
    // Undefined: they have joined a team meanwhile, or the last other owner of one has left it.
    if (isRemoved !== undefined) return isRemoved;
  }
}

async function removeIn(tx: Tx, leaving: Leaving, toldBy: ToldBy): Promise<boolean | undefined> {
  const { id, isAtOnce } = leaving;
  const { databaseKind } = runtime();
  const theirTeams = await teamsOf(tx, id);
  const guess = await teamsEndingWith(tx, id, true);
  // Before anything is locked: what is refused anyway must not keep owners from removing this member meanwhile.
  if (!(await mayLeave(tx, leaving, guess))) return false;
  const ending = new Set(guess.map((team) => team.id));
  // A vault's rows come before its owner, and all vaults in one order. Work in a team that lives on need not wait.
  for (const owner of [...theirTeams, id].sort())
    await (owner === id || ending.has(owner) ? lockVaultForDeletion : lockTeamForLeaving)(tx, databaseKind, owner);
  // One that they joined meanwhile has to be locked in its place, before their own rows: once more.
  if ((await teamsOf(tx, id)).some((team) => !theirTeams.includes(team))) return undefined;
  const teams = await teamsEndingWith(tx, id);
  if (!(await mayLeave(tx, leaving, teams))) return false;
  const going = teams.map((team) => team.id);
  if (going.some((team) => !ending.has(team))) return undefined;
  const records = await farewells(tx, id, going, toldBy);
  if (!isAtOnce) await deleteVaultContents(tx, databaseKind, [id, ...going]);
  await tx.user.deleteMany({ where: { id } });
  await tx.team.deleteMany({ where: { id: { in: going } } });
  await recordIn(tx, ...records);
  return true;
}

const teamsOf = async (tx: Tx, userId: string): Promise<string[]> =>
  (await tx.membership.findMany({ where: { userId }, select: { teamId: true } })).map(({ teamId }) => teamId);

/** Whether there is such an account. Throws AUTH_REQUIRED if the session has ended, and TEAMS_WOULD_END. */
async function mayLeave(
  tx: Tx,
  { id, email, endTeams, sessionId }: Leaving,
  ending: readonly { id: string; name: string }[],
): Promise<boolean> {
  if (sessionId !== undefined) await assertSessionIn(tx, sessionId);
  if ((await tx.user.count({ where: { id, email } })) === 0) return false;
  if (ending.length > 0 && !endTeams)
    throw new AppError("TEAMS_WOULD_END", { details: ending.map(({ id, name }) => ({ path: id, message: name })) });
  return true;
}

/** What the teams that live on are told of somebody whose account is deleted. */
async function farewells(tx: Tx, id: string, ending: readonly string[], toldBy: ToldBy): Promise<NewRecord[]> {
  const user = await tx.user.findUnique({ where: { id }, select: { id: true, name: true, email: true } });
  if (!user) return [];
  const rows = await tx.membership.findMany({
    where: { userId: id, teamId: { notIn: [...ending] } },
    select: selectionOf("Membership"),
    orderBy: { teamId: "asc" },
  });
  const keys = await tx.accessKey.findMany({
    where: { makerId: id, userId: { notIn: [...ending] } },
    select: { id: true, name: true, userId: true },
    orderBy: { id: "asc" },
  });
  const rules = await tx.trustRule.findMany({
    where: { makerId: id, userId: { notIn: [...ending] } },
    select: { id: true, name: true, userId: true },
    orderBy: { id: "asc" },
  });
  return [
    ...rows
      .filter((row) => runtime().rights.isGenuine("Membership", row))
      .map(({ teamId }) => toldBy(teamId, "member.remove", memberSubject(user))),
    ...keys.map(({ userId, ...key }) => toldBy(userId, "access-key.revoke", keySubject(key))),
    ...rules.map(({ userId, ...rule }) => toldBy(userId, "trust-rule.delete", trustRuleSubject(rule))),
  ];
}

/**
 * Also throws if somebody changed the account's address or password without the master key, since its owner is then
 * unknown.
 */
export async function findUser(email: string): Promise<{ id: string }> {
  const user = await runtime().db.user.findUnique({ where: { email }, select: accountColumns });
  if (!user) throw noAccount(email);
  if (!genuineAccount(user))
    throw new AppError("NOT_FOUND", {
      message: `The row of ${email} was changed by somebody without the master key: restore a backup, or delete the account.`,
    });
  return { id: user.id };
}

const noAccount = (email: string) =>
  new AppError("NOT_FOUND", { message: `There is no account for ${email}: user list shows all accounts.` });
