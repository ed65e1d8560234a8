import type { DatabaseKind, Prisma, Tx } from "../client";
import { allIn } from "../queries/in-transaction";
import {
  holdOwnerRow,
  lockAccessKey,
  lockAccessKeysOfOwner,
  lockEntriesOfCategory,
  lockFilesOfProject,
  lockLimitsOfAccessKeys,
  lockLimitsOfTrustRules,
  lockLinksOfOwner,
  lockNumbered,
  lockOwnerRow,
  lockRow,
  lockRowsOfOwner,
  lockTeam,
  lockTrustRulesOfOwner,
  lockUserRow,
  lockWebhook,
  lockWebhooksOfOwner,
  numberOf,
  shareEnvProject,
  shareTrustRule,
} from "../queries/locks";
import type { Query } from "../sql";
import { tableNamed } from "../tables";
import { holdFree } from "./free-rows";

/** The tables of what can be put into the trash. */
export type TrashTable = "KeyCategory" | "KeyEntry" | "TwoFactorToken" | "EnvProject" | "EnvFile";

/** Runs a query that locks. On SQLite only one transaction runs at a time, so there is nothing to lock. */
const lock = <Given, Row>(tx: Tx, kind: DatabaseKind, query: Query<Given, Row>, given: Given): Promise<Row[]> =>
  kind === "postgresql" ? allIn(tx, kind, query, given) : Promise.resolve([]);

/** Until the transaction ends, nobody can delete the env project or give it to another vault. */
export async function holdEnvProject(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  await lock(tx, kind, shareEnvProject, row);
}

/**
 * Until the transaction ends, nobody can change the row, nor add rows below it. It comes before any write of the
 * transaction: whoever writes a row waits to raise the owner's revision while they hold it.
 */
export async function holdRow(
  tx: Tx,
  kind: DatabaseKind,
  table: TrashTable,
  row: { id: string; userId: string },
): Promise<void> {
  const query = lockRow.get(table);
  if (query) await lock(tx, kind, query, row);
}

/** Until the transaction ends, nobody can change or delete the access key. */
export async function holdAccessKey(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  await lock(tx, kind, lockAccessKey, row);
}

/** Until the transaction ends, nobody can change or delete the webhook. */
export async function holdWebhook(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  await lock(tx, kind, lockWebhook, row);
}

/**
 * Until the transaction ends, nobody can change or delete the trust rule. Adding a key of it would hold its vault first, and then
 * wait for the rule: the wrong way round for whoever deletes the vault.
 */
export async function holdTrustRule(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  await lock(tx, kind, shareTrustRule, row);
}

/**
 * Until the transaction ends, nobody can change the category or entry, nor any env file of its vault. The env files come
 * second: everybody locks them in that order.
 */
export async function holdWithEnvFiles(
  tx: Tx,
  kind: DatabaseKind,
  table: "KeyCategory" | "KeyEntry",
  row: { id: string; userId: string },
): Promise<void> {
  await holdRow(tx, kind, table, row);
  const query = lockRowsOfOwner.get("EnvFile");
  if (query) await lock(tx, kind, query, { userId: row.userId });
}

/**
 * Until the transaction ends, nobody can change the row or what goes into the trash with it, nor add anything to it. It
 * comes before any write of the transaction, as `holdRow` does.
 */
export async function holdWithContents(
  tx: Tx,
  kind: DatabaseKind,
  table: TrashTable,
  row: { id: string; userId: string },
): Promise<void> {
  await holdRow(tx, kind, table, row);
  if (table === "KeyCategory") await lock(tx, kind, lockEntriesOfCategory, row);
  if (table === "EnvProject") await lock(tx, kind, lockFilesOfProject, row);
}

/**
 * Locks an account's own row until the transaction ends: of two transactions that read the row and then change it, the
 * second one waits.
 */
export async function lockAccount(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  await lock(tx, kind, lockUserRow, { userId });
}

/**
 * Until the transaction ends, nobody can delete the vault. It comes before the vault's chain: whoever deletes the vault
 * locks it first, and its chain last.
 */
export async function holdOwner(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  await lock(tx, kind, holdOwnerRow, { userId: ownerId });
}

/**
 * Locks which sessions an account has, until the transaction ends: whoever ends some waits for what is done by them, and nobody goes on
 * by one that was ended meanwhile. The vault is held first, as whoever deletes it locks it before the sessions. The account's own
 * row is not: whoever changes the vault for long holds that.
 */
export async function lockSessions(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  await holdOwner(tx, kind, userId);
  await lock(tx, kind, lockNumbered, numberOf("sessions", userId));
}

/** The same with the account's own row, which comes first: whoever waits for that keeps nobody from ending sessions. */
export async function lockAccountWithSessions(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  await lockOwner(tx, kind, userId);
  await lock(tx, kind, lockNumbered, numberOf("sessions", userId));
}

/** The same, unless somebody holds the account's row, which is not waited for. Whether it did. */
export async function lockFreeAccountWithSessions(tx: Tx, kind: DatabaseKind, userId: string): Promise<boolean> {
  await holdOwner(tx, kind, userId);
  if (!(await holdFree(tx, kind, tableNamed("User"), [userId])).has(userId)) return false;
  await lock(tx, kind, lockNumbered, numberOf("sessions", userId));
  return true;
}

/**
 * Locks the row of whichever an owner is, a user or a team. Its Owner row comes first, as it does for whoever adds a row
 * to the vault and then waits to raise the revision.
 */
export async function lockOwner(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  await lock(tx, kind, holdOwnerRow, { userId: ownerId });
  const [user] = await lock(tx, kind, lockUserRow, { userId: ownerId });
  if (!user) await lock(tx, kind, lockTeam, { teamId: ownerId });
}

/**
 * One at a time of those that lock all rows of a vault, before they lock the first. While one waits for the owner, rows may be added that it
 * has not locked, and the next one could lock those first and then wait for the owner: each would wait for the other.
 */
const lockWhole = (tx: Tx, kind: DatabaseKind, ownerId: string) =>
  lock(tx, kind, lockNumbered, numberOf("whole vault", ownerId));

/**
 * Locks an owner, and all rows that count towards their revision, until the transaction ends, since its work depends on
 * those rows. The rows come before the owner: whoever changes a row locks it first and then waits to raise the revision.
 * The other order would deadlock.
 */
export async function lockVault(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  await lockWhole(tx, kind, ownerId);
  for (const query of lockRowsOfOwner.values()) await lock(tx, kind, query, { userId: ownerId });
  await lockOwner(tx, kind, ownerId);
}

/**
 * Locks who is a member of a team, and as what, until the transaction ends. The team is held, since whoever deletes it locks it before
 * them. Its row is not locked: whoever changes the vault for long holds that, and an owner who removes a member, or gives them another
 * role, must not wait for what that member does. So this lock is never held for long; whoever needs other locks of the vault takes those
 * first.
 */
export async function lockMembers(tx: Tx, kind: DatabaseKind, teamId: string): Promise<void> {
  await holdOwner(tx, kind, teamId);
  await lock(tx, kind, lockNumbered, numberOf("members", teamId));
}

/** The same for what also changes the team's row. */
export async function lockTeamWithMembers(tx: Tx, kind: DatabaseKind, teamId: string): Promise<void> {
  await lockOwner(tx, kind, teamId);
  await lockMembers(tx, kind, teamId);
}

/**
 * Locks the limits of a vault's trust rules, access keys and members, for work that changes these. It comes after all
 * of its other work, and `lockVault`: owners must not wait for that to take rights away. Whoever deletes the vault
 * waits for its rows before they lock these.
 */
export async function lockLimits(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  for (const query of [lockLimitsOfTrustRules, lockLimitsOfAccessKeys])
    await lock(tx, kind, query, { userId: ownerId });
  await lockMembers(tx, kind, ownerId);
}

/**
 * Locks the members of a team of which one goes, and before them the rows of which theirs go with them, in the order of whoever
 * deletes the team.
 */
export async function lockTeamForLeaving(tx: Tx, kind: DatabaseKind, teamId: string): Promise<void> {
  for (const query of [lockTrustRulesOfOwner, lockAccessKeysOfOwner, lockLinksOfOwner])
    await lock(tx, kind, query, { userId: teamId });
  await lockMembers(tx, kind, teamId);
}

/** Locks a vault that is about to be deleted with all of its rows: nobody can add rows to it either. */
export async function lockVaultForDeletion(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  await lockWhole(tx, kind, ownerId);
  for (const query of [
    ...lockRowsOfOwner.values(),
    lockTrustRulesOfOwner,
    lockAccessKeysOfOwner,
    lockLinksOfOwner,
    lockWebhooksOfOwner,
  ])
    await lock(tx, kind, query, { userId: ownerId });
  await lock(tx, kind, lockOwnerRow, { userId: ownerId });
  await lockOwner(tx, kind, ownerId);
}

/** Options of a read-only transaction: all of its reads see the database as it was at one moment. */
export const snapshotTransaction = (kind: DatabaseKind) => ({
  // The type is SQLite's and lacks PostgreSQL's name for this level.
  isolationLevel: (kind === "postgresql" ? "RepeatableRead" : "Serializable") as Prisma.TransactionIsolationLevel,
});
