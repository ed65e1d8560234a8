import { keyIdOf } from "../../crypto/vault";
import type { Tx } from "../../db/client";
import { holdFreeRows } from "../../db/isolation";
import { delegateOf, pagesOf, quoted, type Row } from "../../db/rows";
import { sealedTables } from "../../db/tables";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { type Progress, unwatched } from "./progress";
import { columnsToOpen, contextOf, type SealedTable, sealedValue } from "./sealed-rows";

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
  // A pass that found nothing to do has seen every value under the first key. The first one is watched: it sees every row.
  let pass = await rotateOnce(progress);
  total.resealed = pass.resealed;
  while (pass.resealed + pass.busy > 0) {
    pass = await rotateOnce(unwatched);
    total.resealed += pass.resealed;
  }
  total.unopenable = pass.unopenable;
  total.removedKeys = await removeUnusedKeys();
  return total;
}

type Pass = Pick<Rotation, "resealed" | "unopenable"> & { /** Values that others were changing, or changed since they were read. */ busy: number };

async function rotateOnce(progress: Progress): Promise<Pass> {
  const { db, vault } = runtime();
  const pass: Pass = { resealed: 0, busy: 0, unopenable: [] };
  for (const table of sealedTables) {
    for await (const rows of pagesOf(db, table, columnsToOpen(table), batchRows)) {
      const anew = new Map<Row, Uint8Array<ArrayBuffer>>();
      for (const row of rows) {
        const before = sealedValue(table, row);
        if (keyIdOf(before) === vault.sealingKeyId) continue;
        const context = contextOf(table, row);
        try {
          anew.set(row, vault.seal(vault.open(before, context), context));
        } catch {
          pass.unopenable.push({ table: table.name, rowId: String(row[table.key]) });
        }
      }
      if (anew.size > 0) {
        const resealed = await db.$transaction((tx) => replaceSealed(tx, table, anew));
        pass.resealed += resealed;
        pass.busy += anew.size - resealed;
      }
      progress.advance(rows.length);
    }
  }
  return pass;
}

/** Returns how many were replaced: those that nobody else was changing or has changed since they were read. */
async function replaceSealed(tx: Tx, table: SealedTable, anew: ReadonlyMap<Row, Uint8Array<ArrayBuffer>>): Promise<number> {
  const { name, key, sealed: { field } } = table;
  const free = await holdFreeRows(tx, runtime().databaseKind, table, [...anew.keys()]);
  let replaced = 0;
  for (const [row, after] of anew) {
    if (!free.has(row[key])) continue;
    // Raw: `updatedAt` is the user's. On the old bytes only: what was changed meanwhile is newer than what we hold.
    replaced += await tx.$executeRaw`UPDATE ${quoted(name)} SET ${quoted(field)} = ${after} WHERE ${quoted(key)} = ${row[key]} AND ${quoted(field)} = ${sealedValue(table, row)}`;
  }
  return replaced;
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
