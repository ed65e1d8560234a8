import { newestEnvelope } from "../../../crypto/sealing/envelope";
import { sealedUnder } from "../../../crypto/sealing/vault";
import { pagesOf } from "../../../db/rows";
import { runtime } from "../../../runtime/index";
import { expectRows } from "../backup/expect-rows";
import { Found } from "./found";
import type { Progress } from "../progress";
import { columnsToOpen, contextOf, sealedTables, sealedValue } from "../sealed-rows";
import { checkSignedRows, type SignedRows, signedTables } from "../signed-rows";

export type Verification = {
  opened: number;
  /** Values that can't be opened, by table and row id. */
  unopenable: Found<{ table: string; rowId: string }>;
  /** The number of values under each master key; "unreadable" counts those without a readable key id. */
  byKey: Record<string, number>;
  /** How many are in another form than the newest. */
  inFormerForm: number;
  signed: SignedRows;
};

/** Opens every stored value, only in memory, and checks the MAC of every row that gives rights. Changes nothing. */
export async function verifyValues(progress: Progress): Promise<Verification> {
  const { db, databaseKind, vault } = runtime();
  await expectRows(progress, [...sealedTables, ...signedTables()]);
  const found: Verification = {
    opened: 0,
    unopenable: new Found(),
    byKey: {},
    inFormerForm: 0,
    signed: await checkSignedRows(progress),
  };
  for (const table of sealedTables) {
    for await (const rows of pagesOf(db, databaseKind, table, columnsToOpen(table))) {
      for (const row of rows) {
        const sealed = sealedValue(table, row);
        const { keyId, version } = sealedUnder(sealed) ?? { keyId: "unreadable", version: null };
        found.byKey[keyId] = (found.byKey[keyId] ?? 0) + 1;
        if (version !== null && version !== newestEnvelope) found.inFormerForm += 1;
        try {
          vault.open(sealed, contextOf(table, row));
          found.opened += 1;
        } catch {
          found.unopenable.add({ table: table.name, rowId: String(row[table.key]) });
        }
      }
      progress.advance(rows.length);
    }
  }
  return found;
}
