import { type DatabaseKind, Prisma, type Tx } from "./client";
import { quoted, type Row } from "./rows";
import type { Table } from "./tables";

/**
 * Holds the owner's row from here to the end of the transaction, so that what is decided by it stays true: `SHARE`
 * keeps changes out, `UPDATE` other holders as well. On SQLite a transaction is alone, and there is nothing to do.
 */
export async function lockRow(
  tx: Tx,
  kind: DatabaseKind,
  table: Prisma.ModelName,
  { id, userId }: { id: string; userId: string },
  strength: "SHARE" | "UPDATE",
): Promise<void> {
  if (kind === "postgresql")
    await tx.$queryRaw`SELECT 1 FROM ${quoted(table)} WHERE "id" = ${id} AND "userId" = ${userId} ${Prisma.raw(`FOR ${strength}`)}`;
}

/** Holds an account's own row to the end of the transaction, so that of two who read it and then change it the second one waits. */
export async function lockAccount(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  if (kind === "postgresql") await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId} FOR NO KEY UPDATE`;
}

/** What a user's revision counts, owners first. */
const counted: readonly Prisma.ModelName[] = ["KeyCategory", "EnvProject", "KeyEntry", "EnvFile", "TwoFactorToken"];

/**
 * Holds a user and all that their revision counts to the end of the transaction, since what it does depends on what is
 * there. The rows before the user: whoever changes one holds it while they wait to raise the revision, and would wait
 * for us as we for them.
 */
export async function lockUser(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  if (kind !== "postgresql") return;
  for (const table of counted)
    await tx.$queryRaw`SELECT count(*) FROM (SELECT 1 FROM ${quoted(table)} WHERE "userId" = ${userId} ORDER BY "id" FOR UPDATE) AS held`;
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
  const keys = rows.map((row) => row[table.key]);
  if (kind !== "postgresql") return new Set(keys);
  const users = [...new Set(rows.map(({ userId }) => userId))];
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" IN (${Prisma.join(users)}) ORDER BY "id" FOR NO KEY UPDATE`;
  return holdFree(tx, kind, table, keys);
}

/** Of the rows with these keys, those that nobody else is changing: they are held to the end of the transaction. None is waited for. */
export async function holdFree(
  tx: Tx,
  kind: DatabaseKind,
  { name, key }: Table,
  keys: readonly unknown[],
): Promise<ReadonlySet<unknown>> {
  if (kind !== "postgresql") return new Set(keys);
  const held = await tx.$queryRaw<
    Row[]
  >`SELECT ${quoted(key)} FROM ${quoted(name)} WHERE ${quoted(key)} IN (${Prisma.join([...keys])}) FOR NO KEY UPDATE SKIP LOCKED`;
  return new Set(held.map((row) => row[key]));
}

/** Options of a transaction that only reads: all of it sees the database as it was at one moment. */
export const oneSnapshot = (kind: DatabaseKind) => ({
  // PostgreSQL's name for it is missing in the type, which is SQLite's.
  isolationLevel: (kind === "postgresql" ? "RepeatableRead" : "Serializable") as Prisma.TransactionIsolationLevel,
});
