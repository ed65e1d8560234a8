import { keyIdOf } from "../../crypto/vault";
import { Prisma } from "../../db/client";
import { delegateOf, pagesOf, type Row } from "../../db/rows";
import { sealedTables } from "../../db/tables";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import type { Progress } from "./progress";
import { columnsToOpen, contextOf, sealedValue } from "./sealed-rows";

export type Rotation = { resealed: number; unopenable: { table: string; rowId: string }[]; removedKeys: string[] };

/** Rows a transaction: few, so that the server beside us waits milliseconds for the next one. */
const batchRows = 50;

/**
 * Seals every value anew under the first master key, while the vault serves. May be ended at any moment and begun
 * again: each value lies whole under one key or the other, and says under which. A value that is changed meanwhile is
 * left as its writer made it, and looked at again.
 */
export async function rotateKeys(progress: Progress): Promise<Rotation> {
  const { db, vault } = runtime();
  // The server's start makes this row: without it, a server without the new key may be running, and could open nothing.
  if (!(await db.keyCheck.findUnique({ where: { keyId: vault.sealingKeyId } }))) {
    throw new AppError("UNAVAILABLE", { message: `No vault has started with the first master key (${vault.sealingKeyId}) yet: restart every vault on this database with the same keys first, then rotate.` });
  }
  for (const table of sealedTables) progress.expect(await delegateOf(db, table).count());
  const total: Rotation = { resealed: 0, unopenable: [], removedKeys: [] };
  for (const [pass, watched] of [[1, progress], [2, undefined], [3, undefined]] as const) {
    const { resealed, unopenable } = await rotateOnce(watched);
    total.resealed += resealed;
    total.unopenable = unopenable;
    // A pass that found nothing to do has seen every value under the first key.
    if (resealed === 0 && pass > 1) break;
  }
  total.removedKeys = await removeUnusedKeys();
  return total;
}

async function rotateOnce(progress: Progress | undefined): Promise<Pick<Rotation, "resealed" | "unopenable">> {
  const { db, vault } = runtime();
  const done: Pick<Rotation, "resealed" | "unopenable"> = { resealed: 0, unopenable: [] };
  for (const table of sealedTables) {
    const reseal = (row: Row) => {
      const context = contextOf(table, row);
      const before = sealedValue(table, row);
      const after = vault.seal(vault.open(before, context), context);
      // Raw: `updatedAt` is the user's. On the old bytes only: what was changed meanwhile is newer than what we hold.
      return db.$executeRaw`UPDATE ${name(table.name)} SET ${name(table.sealed.field)} = ${after} WHERE ${name(table.key)} = ${row[table.key]} AND ${name(table.sealed.field)} = ${before}`;
    };
    for await (const rows of pagesOf(db, table, columnsToOpen(table), batchRows)) {
      const updates: ReturnType<typeof reseal>[] = [];
      for (const row of rows) {
        if (keyIdOf(sealedValue(table, row)) === vault.sealingKeyId) continue;
        try {
          updates.push(reseal(row));
        } catch {
          done.unopenable.push({ table: table.name, rowId: String(row[table.key]) });
        }
      }
      const counts = updates.length > 0 ? await db.$transaction(updates) : [];
      done.resealed += counts.reduce((sum, count) => sum + count, 0);
      progress?.advance(rows.length);
    }
  }
  return done;
}

/** Forgets the check values of keys under which nothing is left, so that a vault starts without them. */
async function removeUnusedKeys(): Promise<string[]> {
  const { db, vault } = runtime();
  const used = new Set<string | null>([vault.sealingKeyId]);
  for (const table of sealedTables) {
    for await (const rows of pagesOf(db, table, columnsToOpen(table))) for (const row of rows) used.add(keyIdOf(sealedValue(table, row)));
  }
  const checks = await db.keyCheck.findMany({ select: { keyId: true } });
  const unused = checks.map(({ keyId }) => keyId).filter((keyId) => !used.has(keyId));
  await db.keyCheck.deleteMany({ where: { keyId: { in: unused } } });
  return unused;
}

const name = (identifier: string) => Prisma.raw(`"${identifier}"`);
