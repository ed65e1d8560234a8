import type { DatabaseKind, Prisma, Tx } from "../client";
import { allIn } from "../queries/in-transaction";
import {
  holdOwnerRow,
  lockAccessKey,
  lockAccessKeysOfOwner,
  lockCategory,
  lockEntriesOfCategory,
  lockFilesOfProject,
  lockFreeRows,
  lockLimitsOfAccessKeys,
  lockLimitsOfTrustRules,
  lockLinksOfOwner,
  lockOwnerRow,
  lockRow,
  lockRowsOfOwner,
  lockTeam,
  lockTeams,
  lockTrustRulesOfOwner,
  lockUserRow,
  lockUsers,
  lockWebhook,
  lockWebhooksOfOwner,
  shareEnvProject,
  shareTrustRule,
} from "../queries/locks";
import type { AnyRow } from "../rows";
import type { Table } from "../tables";

/**
 * Until the transaction ends, nobody can change the category or create entries in it. On SQLite only one transaction
 * runs at a time, so there is nothing to do.
 */
export async function holdCategory(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, lockCategory, row);
}

/** The same for an env project: until the transaction ends, nobody can delete it or give it to another vault. */
export async function holdEnvProject(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, shareEnvProject, row);
}

/** The tables of what can be put into the trash. */
export type TrashTable = "KeyCategory" | "KeyEntry" | "TwoFactorToken" | "EnvProject" | "EnvFile";

/**
 * Until the transaction ends, nobody can change the row. It comes before any write of the transaction: whoever writes a
 * row waits to raise the owner's revision while they hold it.
 */
export async function holdRow(
  tx: Tx,
  kind: DatabaseKind,
  table: TrashTable,
  row: { id: string; userId: string },
): Promise<void> {
  const lock = lockRow.get(table);
  if (kind === "postgresql" && lock) await allIn(tx, kind, lock, row);
}

/** The same for an access key. */
export async function holdAccessKey(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, lockAccessKey, row);
}

/** And for a webhook. */
export async function holdWebhook(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, lockWebhook, row);
}

/**
 * Until the transaction ends, nobody can change or delete the trust rule. Adding a key of it would hold its vault first, and then
 * wait for the rule: the wrong way round for whoever deletes the vault.
 */
export async function holdTrustRule(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, shareTrustRule, row);
}

/** The same for a category or entry, and then for all env files of its vault: the order in which everybody locks them. */
export async function holdWithEnvFiles(
  tx: Tx,
  kind: DatabaseKind,
  table: "KeyCategory" | "KeyEntry",
  row: { id: string; userId: string },
): Promise<void> {
  await holdRow(tx, kind, table, row);
  const lock = lockRowsOfOwner.get("EnvFile");
  if (kind === "postgresql" && lock) await allIn(tx, kind, lock, { userId: row.userId });
}

/** The same for a row and all that goes into the trash with it. Nothing can be added to it either. */
export async function holdWithContents(
  tx: Tx,
  kind: DatabaseKind,
  table: TrashTable,
  row: { id: string; userId: string },
): Promise<void> {
  await holdRow(tx, kind, table, row);
  if (kind !== "postgresql") return;
  if (table === "KeyCategory") await allIn(tx, kind, lockEntriesOfCategory, row);
  if (table === "EnvProject") await allIn(tx, kind, lockFilesOfProject, row);
}

/**
 * Locks an account's own row until the transaction ends: of two transactions that read the row and then change it, the
 * second one waits.
 */
export async function lockAccount(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, lockUserRow, { userId });
}

/**
 * Until the transaction ends, nobody can delete the vault. It comes before the vault's chain: whoever deletes the vault
 * locks it first, and its chain last.
 */
export async function holdOwner(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, holdOwnerRow, { userId: ownerId });
}

/**
 * Locks the row of whichever an owner is, a user or a team. Its Owner row comes first, as it does for whoever adds a row
 * to the vault and then waits to raise the revision.
 */
export async function lockOwner(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  if (kind !== "postgresql") return;
  await allIn(tx, kind, holdOwnerRow, { userId: ownerId });
  const [user] = await allIn(tx, kind, lockUserRow, { userId: ownerId });
  if (!user) await allIn(tx, kind, lockTeam, { teamId: ownerId });
}

/**
 * Locks an owner, and all rows that count towards their revision, until the transaction ends, since its work depends on
 * those rows. The rows come before the owner: whoever changes a row locks it first and then waits to raise the revision.
 * The other order would deadlock.
 */
export async function lockVault(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  if (kind !== "postgresql") return;
  for (const lock of lockRowsOfOwner.values()) await allIn(tx, kind, lock, { userId: ownerId });
  await lockOwner(tx, kind, ownerId);
}

/** The same for work that also changes what access keys and trust rules are limited to. */
export async function lockVaultAndLimits(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  if (kind !== "postgresql") return;
  for (const lock of [...lockRowsOfOwner.values(), lockLimitsOfTrustRules, lockLimitsOfAccessKeys])
    await allIn(tx, kind, lock, { userId: ownerId });
  await lockOwner(tx, kind, ownerId);
}

/**
 * Locks a team of which a member goes, and before it the rows of which theirs go with them, in the order of whoever
 * deletes the team.
 */
export async function lockLeftTeam(tx: Tx, kind: DatabaseKind, teamId: string): Promise<void> {
  if (kind !== "postgresql") return;
  for (const lock of [lockTrustRulesOfOwner, lockAccessKeysOfOwner, lockLinksOfOwner])
    await allIn(tx, kind, lock, { userId: teamId });
  await lockOwner(tx, kind, teamId);
}

/** Locks a vault that is about to be deleted with all of its rows: nobody can add rows to it either. */
export async function lockEndingVault(tx: Tx, kind: DatabaseKind, ownerId: string): Promise<void> {
  if (kind !== "postgresql") return;
  for (const lock of [
    ...lockRowsOfOwner.values(),
    lockTrustRulesOfOwner,
    lockAccessKeysOfOwner,
    lockLinksOfOwner,
    lockWebhooksOfOwner,
  ])
    await allIn(tx, kind, lock, { userId: ownerId });
  await allIn(tx, kind, lockOwnerRow, { userId: ownerId });
  await lockOwner(tx, kind, ownerId);
}

/**
 * Returns those of these rows that nobody else is changing, and locks them until the transaction ends. It waits for the
 * owners while it holds no lock, and never waits for a row, so it can't deadlock.
 */
export async function holdFreeRows(
  tx: Tx,
  kind: DatabaseKind,
  table: Table,
  rows: readonly AnyRow[],
): Promise<ReadonlySet<unknown>> {
  if (kind === "postgresql") await lockOwners(tx, listOf(rows.map(({ userId }) => userId)));
  return holdFree(
    tx,
    kind,
    table,
    rows.map((row) => row[table.key]),
  );
}

/** Locks users and teams in the order of their ids, as everybody does who locks several. */
async function lockOwners(tx: Tx, ids: readonly string[]): Promise<void> {
  const teams = await tx.team.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const isTeam = new Set(teams.map(({ id }) => id));
  const runs: { lock: typeof lockUsers; ids: string[] }[] = [];
  for (const id of [...ids].sort()) {
    const lock = isTeam.has(id) ? lockTeams : lockUsers;
    const last = runs.at(-1);
    if (last?.lock === lock) last.ids.push(id);
    else runs.push({ lock, ids: [id] });
  }
  for (const { lock, ids } of runs) await allIn(tx, "postgresql", lock, { ids });
}

/**
 * Returns those of at most 100 rows with these keys that nobody else is changing, and locks them until the transaction
 * ends. It waits for none.
 */
export async function holdFree(
  tx: Tx,
  kind: DatabaseKind,
  { name }: Table,
  keys: readonly unknown[],
): Promise<ReadonlySet<unknown>> {
  const lock = lockFreeRows.get(name);
  if (kind !== "postgresql" || !lock) return new Set(keys);
  return new Set((await allIn(tx, kind, lock, { keys: listOf(keys) })).map(({ key }) => key));
}

const listOf = (keys: readonly unknown[]): string[] => [...new Set(keys.map(String))];

/** Options of a read-only transaction: all of its reads see the database as it was at one moment. */
export const oneSnapshot = (kind: DatabaseKind) => ({
  // The type is SQLite's and lacks PostgreSQL's name for this level.
  isolationLevel: (kind === "postgresql" ? "RepeatableRead" : "Serializable") as Prisma.TransactionIsolationLevel,
});
