import {
  type SealedColumn,
  sealedColumns,
  sealedIn,
  type SealedTable as SealedTableName,
} from "../../crypto/sealing/sealed-columns";
import type { SealContext } from "../../crypto/sealing/vault";
import type { AnyRow } from "../../db/rows";
import { type Table, tableNamed } from "../../db/tables";

export type SealedTable = Table & { sealed: SealedColumn };

/** The tables with secrets: everything that the master keys seal, except the keys' own check values. */
export const sealedTables: readonly SealedTable[] = (Object.keys(sealedColumns) as SealedTableName[])
  .filter((name) => name !== "KeyCheck")
  .map((name) => ({ ...tableNamed(name), sealed: sealedColumns[name] }));

/** The context that a row's value is sealed for. */
export const contextOf = ({ name, sealed: { key, owner } }: SealedTable, row: AnyRow): SealContext =>
  sealedIn(name as SealedTableName, String(row[key]), owner === null ? "" : String(row[owner]));

/** The columns needed to open a row's value. */
export const columnsToOpen = ({ sealed: { field, key, owner } }: SealedTable): string[] =>
  owner === null ? [key, field] : [key, owner, field];

export const sealedValue = ({ sealed: { field } }: SealedTable, row: AnyRow): Uint8Array<ArrayBuffer> =>
  row[field] as Uint8Array<ArrayBuffer>;
