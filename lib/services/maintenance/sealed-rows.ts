import {
  type SealedColumn,
  sealedColumns,
  sealedIn,
  type SealedTable as SealedTableName,
} from "../../crypto/sealed-columns";
import type { SealContext } from "../../crypto/vault";
import type { AnyRow } from "../../db/rows";
import { type Table, tableNamed } from "../../db/tables";

export type SealedTable = Table & { sealed: SealedColumn };

/** The tables of secrets: all that the master keys seal, except the check values of the keys themselves. */
export const sealedTables: readonly SealedTable[] = (Object.keys(sealedColumns) as SealedTableName[])
  .filter((name) => name !== "KeyCheck")
  .map((name) => ({ ...tableNamed(name), sealed: sealedColumns[name] }));

/** Where a row's value is sealed to. */
export const contextOf = ({ name, sealed: { key, owner } }: SealedTable, row: AnyRow): SealContext =>
  sealedIn(name as SealedTableName, String(row[key]), owner === null ? "" : String(row[owner]));

/** The columns that opening a row's value takes. */
export const columnsToOpen = ({ sealed: { field, owner } }: SealedTable): string[] =>
  owner === null ? [field] : [owner, field];

export const sealedValue = ({ sealed: { field } }: SealedTable, row: AnyRow): Uint8Array<ArrayBuffer> =>
  row[field] as Uint8Array<ArrayBuffer>;
