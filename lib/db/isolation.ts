import { type DatabaseKind, Prisma, type Tx } from "./client";

/**
 * Holds the owner's row from here to the end of the transaction, so that what is decided by it stays true: `SHARE`
 * keeps changes out, `UPDATE` other holders as well. On SQLite a transaction is alone, and there is nothing to do.
 */
export async function lockRow(tx: Tx, kind: DatabaseKind, table: Prisma.ModelName, { id, userId }: { id: string; userId: string }, strength: "SHARE" | "UPDATE"): Promise<void> {
  if (kind === "postgresql") await tx.$queryRaw`SELECT 1 FROM ${Prisma.raw(`"${table}"`)} WHERE "id" = ${id} AND "userId" = ${userId} ${Prisma.raw(`FOR ${strength}`)}`;
}

/**
 * Lets one transaction of a kind at a time go on for a user, since what it makes depends on what is there. Their
 * categories first, as every other write takes a category before the user whose revision it raises.
 */
export async function lockUser(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  if (kind !== "postgresql") return;
  await tx.$queryRaw`SELECT 1 FROM "KeyCategory" WHERE "userId" = ${userId} ORDER BY "id" FOR SHARE`;
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId} FOR NO KEY UPDATE`;
}

/** Options of a transaction that only reads: all of it sees the database as it was at one moment. */
export const oneSnapshot = (kind: DatabaseKind) => ({
  // PostgreSQL's name for it is missing in the type, which is SQLite's.
  isolationLevel: (kind === "postgresql" ? "RepeatableRead" : "Serializable") as Prisma.TransactionIsolationLevel,
});
