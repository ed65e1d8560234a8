import type { SealContext } from "../../crypto/vault";
import type { Row } from "../../db/rows";
import type { sealedTables } from "../../db/tables";

export type SealedTable = (typeof sealedTables)[number];

/** Where a row's value is sealed to: the same as the service that made it says. */
export function contextOf({ name, key, sealed: { field, owner, padding } }: SealedTable, row: Row): SealContext {
  return {
    table: name,
    field,
    rowId: String(row[key]),
    userId: owner ? String(row[owner]) : "",
    ...(padding ? { padding } : {}),
  };
}

/** The columns that opening a row's value takes. */
export const columnsToOpen = ({ sealed: { field, owner } }: SealedTable): string[] =>
  owner ? [owner, field] : [field];

export const sealedValue = ({ sealed: { field } }: SealedTable, row: Row): Uint8Array<ArrayBuffer> =>
  row[field] as Uint8Array<ArrayBuffer>;
