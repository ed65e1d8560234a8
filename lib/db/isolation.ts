import type { DatabaseKind, Prisma, Tx } from "./client";
import { allIn } from "./queries/in-transaction";
import { lockCategory, lockFreeRows, lockRowsOfUser, lockUserRow, lockUsers } from "./queries/locks";
import type { Row } from "./rows";
import type { Table } from "./tables";

/** Keeps a category from being changed, and entries from being made in it, to the end of the transaction. On SQLite a transaction is alone, and there is nothing to do. */
export async function holdCategory(tx: Tx, kind: DatabaseKind, row: { id: string; userId: string }): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, lockCategory, row);
}

/** Holds an account's own row to the end of the transaction, so that of two who read it and then change it the second one waits. */
export async function lockAccount(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  if (kind === "postgresql") await allIn(tx, kind, lockUserRow, { userId });
}

/**
 * Holds a user and all that their revision counts to the end of the transaction, since what it does depends on what is
 * there. The rows before the user: whoever changes one holds it while they wait to raise the revision, and would wait
 * for us as we for them.
 */
export async function lockUser(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  if (kind !== "postgresql") return;
  for (const lock of lockRowsOfUser) await allIn(tx, kind, lock, { userId });
  await lockAccount(tx, kind, userId);
}

/**
 * Which of these rows nobody else is changing: they are held to the end of the transaction. Their users are waited for
 * while nothing is held, and no row is: so this transaction never waits for one that waits for it.
 */
export async function holdFreeRows(
  tx: Tx,
  kind: DatabaseKind,
  table: Table,
  rows: readonly Row[],
): Promise<ReadonlySet<unknown>> {
  if (kind === "postgresql") await allIn(tx, kind, lockUsers, { ids: listOf(rows.map(({ userId }) => userId)) });
  return holdFree(
    tx,
    kind,
    table,
    rows.map((row) => row[table.key]),
  );
}

/** Of at most 100 rows with these keys, those that nobody else is changing: they are held to the end of the transaction. None is waited for. */
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

/** Options of a transaction that only reads: all of it sees the database as it was at one moment. */
export const oneSnapshot = (kind: DatabaseKind) => ({
  // PostgreSQL's name for it is missing in the type, which is SQLite's.
  isolationLevel: (kind === "postgresql" ? "RepeatableRead" : "Serializable") as Prisma.TransactionIsolationLevel,
});
