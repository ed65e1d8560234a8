import { columnsToCheck, type CoveredRow, type CoveredTable, coveredTables } from "../../crypto/macs/covered-columns";
import type { Tx } from "../../db/client";
import { holdFree } from "../../db/transactions/free-rows";
import { runIn } from "../../db/queries/in-transaction";
import { queryOf, replaceMac } from "../../db/queries/maintenance/tasks";
import { pagesOf, type AnyRow } from "../../db/rows";
import { type Table, tableNamed } from "../../db/tables";
import { runtime } from "../../runtime";
import { Found } from "./verify/found";
import type { Progress } from "./progress";

/** A row with the columns needed to check its MAC. */
export type SignedRow = CoveredRow<CoveredTable> & { mac: string | null };
type FoundRow = { table: CoveredTable; rowId: string };

/** Every row that gives rights, one page at a time, with the key that signed it; null if the row is not genuine. */
async function* signedPages(
  rows?: number,
): AsyncGenerator<{ table: Table; name: CoveredTable; page: { row: AnyRow; signedBy: string | null }[] }> {
  const { db, databaseKind, rights } = runtime();
  for (const name of coveredTables) {
    const table = tableNamed(name);
    for await (const page of pagesOf(db, databaseKind, table, columnsToCheck(name), rows)) {
      yield { table, name, page: page.map((row) => ({ row, signedBy: rights.signedBy(name, row as SignedRow) })) };
    }
  }
}

/** Those of the rows that give rights. */
export const signedTables = (): Table[] => coveredTables.map(tableNamed);

export type SignedRows = {
  /** How many are genuine under each master key. */ byKey: Record<string, number>;
  /** Those that are not: ids alone. */ forged: Found<FoundRow>;
};

/** Checks the MAC of every row that gives rights, and changes nothing. */
export async function checkSignedRows(progress: Progress): Promise<SignedRows> {
  const found: SignedRows = { byKey: {}, forged: new Found() };
  for await (const { table, name, page } of signedPages()) {
    for (const { row, signedBy } of page) {
      if (signedBy === null) found.forged.add({ table: name, rowId: String(row[table.key]) });
      else found.byKey[signedBy] = (found.byKey[signedBy] ?? 0) + 1;
    }
    progress.advance(page.length);
  }
  return found;
}

export type SignedPass = {
  resigned: number;
  /** Rows that others were changing, or changed since they were read. */ busy: number;
  /** How many are not genuine. */ forged: number;
};

/** Signs genuine rows that have another key's MAC again under the first key, `batchRows` per transaction. */
export async function signOnce(progress: Progress, batchRows: number): Promise<SignedPass> {
  const { db, rights, vault } = runtime();
  const pass: SignedPass = { resigned: 0, busy: 0, forged: 0 };
  for await (const { table, name, page } of signedPages(batchRows)) {
    pass.forged += page.filter(({ signedBy }) => signedBy === null).length;
    const due = page
      .filter(({ signedBy }) => signedBy !== null && signedBy !== vault.sealingKeyId)
      .map(({ row }) => ({ row, mac: rights.sign(name, row as SignedRow).mac }));
    if (due.length > 0) {
      const resigned = await db.$transaction((tx) => replaceMacs(tx, table, due));
      pass.resigned += resigned;
      pass.busy += due.length - resigned;
    }
    progress.advance(page.length);
  }
  return pass;
}

/** Returns how many were replaced. Skips rows that somebody else is changing, or has changed since they were read. */
async function replaceMacs(tx: Tx, table: Table, due: readonly { row: AnyRow; mac: string }[]): Promise<number> {
  const { databaseKind } = runtime();
  const free = await holdFree(
    tx,
    databaseKind,
    table,
    due.map(({ row }) => row[table.key]),
  );
  let replaced = 0;
  for (const { row, mac } of due) {
    // Replaces only the old MAC. A row that has changed in the meantime has another.
    const given = { key: String(row[table.key]), mac, formerMac: String(row["mac"]) };
    if (free.has(row[table.key])) replaced += await runIn(tx, databaseKind, queryOf(replaceMac, table), given);
  }
  return replaced;
}
