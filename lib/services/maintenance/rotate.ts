import { columnsToCheck, isCovered } from "../../crypto/macs/covered-columns";
import { sealedIn } from "../../crypto/sealing/sealed-columns";
import { newestEnvelope } from "../../crypto/sealing/envelope";
import { envelopeOf, sealOwnKeyCheck } from "../../crypto/sealing/key-check";
import { sealedUnder } from "../../crypto/sealing/vault";
import type { Tx } from "../../db/client";
import { holdFreeRows } from "../../db/transactions/free-rows";
import { runIn } from "../../db/queries/in-transaction";
import { queryOf, replaceManySealed, replaceSealed, replaceSealedAndMac } from "../../db/queries/maintenance/tasks";
import { pagesOf, type AnyRow } from "../../db/rows";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { expectRows } from "./backup/expect-rows";
import { slicesOf } from "../../slices";
import { type Progress, unwatched } from "./progress";
import { columnsToOpen, contextOf, type SealedTable, sealedTables, sealedValue } from "./sealed-rows";
import { checkSignedRows, type SignedRow, signedTables, signOnce } from "./signed-rows";

export type Rotation = {
  resealed: number;
  resigned: number;
  /** How many can't be opened, and how many rows are not genuine. */
  unopenable: number;
  forged: number;
  removedKeys: string[];
};

/** Rows per transaction. Few, so that the running server waits only milliseconds for its turn. */
const batchRows = 50;

/**
 * Seals every value, and signs every row that gives rights, again under the first master key while the vault is
 * running. It may be stopped at any time and started again: each value is always complete under one key or the other
 * and names that key. A value that changes in the meantime is left as its writer stored it, and checked again in the
 * next pass.
 *
 * If values were in another form until now, `tellNewForm` is called before anything is sealed in the newest one: running
 * vaults keep the former one until they restart, and whoever starts an interrupted rotation again is not told.
 */
export async function rotateKeys(progress: Progress, tellNewForm = () => {}): Promise<Rotation> {
  const { db, vault } = runtime();
  // The server creates this row when it starts. If it is missing, a server without the new key may be running and could
  // decrypt nothing.
  if (!(await db.keyCheck.findUnique({ where: { keyId: vault.sealingKeyId } }))) {
    throw new AppError("UNAVAILABLE", {
      message: `No vault has started with the first master key (${vault.sealingKeyId}) yet: restart every vault on this database with the same keys first, then rotate.`,
    });
  }
  if (await sealInNewest()) tellNewForm();
  await expectRows(progress, [...sealedTables, ...signedTables()]);
  const total: Rotation = { resealed: 0, resigned: 0, unopenable: 0, forged: 0, removedKeys: [] };
  // Ends after a pass that found nothing to do: every value is then under the first key. Progress shows the first pass
  // only, which sees every row. The others let former forms be: a vault that was started before writes them until it
  // starts again.
  let pass = await rotateOnce(progress, isNewest);
  total.resealed = pass.resealed;
  while (pass.resealed + pass.busy > 0) {
    pass = await rotateOnce(unwatched, isUnderFirstKey);
    total.resealed += pass.resealed;
  }
  total.unopenable = pass.unopenable;
  let signing = await signOnce(progress, batchRows);
  total.resigned = signing.resigned;
  while (signing.resigned + signing.busy > 0) {
    signing = await signOnce(unwatched, batchRows);
    total.resigned += signing.resigned;
  }
  total.forged = signing.forged;
  await keepFormerActivityKeys();
  total.removedKeys = await removeUnusedKeys();
  return total;
}

/**
 * From here on a release that can't open the newest form does not start on this database. The vaults on it that run, of
 * this release or a later one, open it. Returns whether another form was in use.
 */
async function sealInNewest(): Promise<boolean> {
  const { db, vault } = runtime();
  const checks = await db.keyCheck.findMany({ omit: { sealedCheck: false } });
  vault.sealIn(newestEnvelope);
  await db.keyCheck.update({ where: { keyId: vault.sealingKeyId }, data: { sealedCheck: sealOwnKeyCheck(vault) } });
  return envelopeOf(checks) !== newestEnvelope;
}

const isUnderFirstKey = (sealed: Uint8Array): boolean => sealedUnder(sealed)?.keyId === runtime().vault.sealingKeyId;

function isNewest(sealed: Uint8Array): boolean {
  const under = sealedUnder(sealed);
  return under?.keyId === runtime().vault.sealingKeyId && under.version === newestEnvelope;
}

type Pass = Pick<Rotation, "resealed" | "unopenable"> & {
  /** Values that others were changing, or changed since they were read. */ busy: number;
};

/** A value's new bytes and, if its row has a MAC that covers them, the row's new MAC. */
type Anew = { sealed: Uint8Array<ArrayBuffer>; mac?: string };

async function rotateOnce(progress: Progress, isDone: (sealed: Uint8Array) => boolean): Promise<Pass> {
  const { db, databaseKind } = runtime();
  const pass: Pass = { resealed: 0, busy: 0, unopenable: 0 };
  for (const table of sealedTables) {
    const columns = [...columnsToOpen(table), ...(isCovered(table.name) ? columnsToCheck(table.name) : [])];
    for await (const page of pagesOf(db, databaseKind, table, columns)) {
      for (const rows of slicesOf(page, batchRows)) {
        const anew = new Map<AnyRow, Anew>();
        for (const row of rows) {
          if (isDone(sealedValue(table, row))) continue;
          try {
            anew.set(row, sealAnew(table, row));
          } catch {
            pass.unopenable += 1;
          }
        }
        if (anew.size > 0) {
          const resealed = await db.$transaction((tx) => replaceAll(tx, table, anew));
          pass.resealed += resealed;
          pass.busy += anew.size - resealed;
        }
        progress.advance(rows.length);
      }
    }
  }
  return pass;
}

/** A row that is not genuine must not become genuine, so only its value is sealed again. */
function sealAnew(table: SealedTable, row: AnyRow): Anew {
  const { rights, vault } = runtime();
  const context = contextOf(table, row);
  const sealed = vault.seal(vault.open(sealedValue(table, row), context), context);
  const {
    name,
    sealed: { field },
  } = table;
  if (!isCovered(name) || rights.signedBy(name, row as SignedRow) === null) return { sealed };
  return { sealed, mac: rights.sign(name, { ...row, [field]: sealed } as unknown as SignedRow).mac };
}

/** Returns how many were replaced. Skips rows that somebody else is changing, or has changed since they were read. */
async function replaceAll(tx: Tx, table: SealedTable, anew: ReadonlyMap<AnyRow, Anew>): Promise<number> {
  const { databaseKind } = runtime();
  const free = await holdFreeRows(tx, databaseKind, table, [...anew.keys()]);
  if (databaseKind === "postgresql" && !isCovered(table.name)) {
    const rows = [...anew].filter(([row]) => free.has(row[table.key]));
    return rows.length === 0 ? 0 : replaceMany(tx, table, rows);
  }
  let replaced = 0;
  for (const [row, { sealed, mac }] of anew) {
    if (!free.has(row[table.key])) continue;
    // Replaces only the old bytes. If they have changed in the meantime, they are newer than ours.
    const given = { key: String(row[table.key]), sealed, formerSealed: sealedValue(table, row) };
    replaced += await (mac === undefined
      ? runIn(tx, databaseKind, queryOf(replaceSealed, table), given)
      : runIn(tx, databaseKind, queryOf(replaceSealedAndMac, table), { ...given, mac, formerMac: String(row["mac"]) }));
  }
  return replaced;
}

/** All in one statement, which replaces the old bytes only, too. */
function replaceMany(tx: Tx, table: SealedTable, anew: readonly [AnyRow, Anew][]): Promise<number> {
  const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  const rows = anew.map(([row, { sealed }]) => ({
    key: row[table.key],
    sealed: base64(sealed),
    former: base64(sealedValue(table, row)),
  }));
  return runIn(tx, "postgresql", queryOf(replaceManySealed, table), { rows: JSON.stringify(rows) });
}

/** Records stay as they are: what a former master key signed can be checked without it. */
async function keepFormerActivityKeys(): Promise<void> {
  const { db, vault, activity } = runtime();
  for (const [keyId, key] of activity.formerKeys()) {
    const sealedKey = vault.seal(key, sealedIn("ActivityKey", keyId));
    await db.activityKey.upsert({ where: { keyId }, create: { keyId, sealedKey }, update: {} });
  }
}

/** Removes the check values of keys that no longer seal anything, so that a vault can start without those keys. */
async function removeUnusedKeys(): Promise<string[]> {
  const { db, databaseKind, vault } = runtime();
  const used = new Set<string | undefined>([vault.sealingKeyId]);
  for (const table of sealedTables) {
    for await (const rows of pagesOf(db, databaseKind, table, columnsToOpen(table)))
      for (const row of rows) used.add(sealedUnder(sealedValue(table, row))?.keyId);
  }
  for (const keyId of Object.keys((await checkSignedRows(unwatched)).byKey)) used.add(keyId);
  const checks = await db.keyCheck.findMany({ select: { keyId: true } });
  const unused = checks.map(({ keyId }) => keyId).filter((keyId) => !used.has(keyId));
  await db.keyCheck.deleteMany({ where: { keyId: { in: unused } } });
  return unused;
}
