import type { SealContext } from "./vault";
import type { Padding } from "./padding";

/** A column that holds sealed values: its row's key, and whose the row is (null: nobody's). */
export type SealedColumn = { field: string; key: string; owner: string | null; padding?: Padding };

/**
 * What each stored secret is sealed to: the one definition, for those who seal and open it and for those who look after
 * all of them (rotate, verify, backup). A change here makes what is stored unreadable.
 */
export const sealedColumns = {
  KeyEntry: { field: "encryptedValue", key: "id", owner: "userId" },
  TwoFactorToken: { field: "encryptedSecret", key: "id", owner: "userId" },
  EnvFile: { field: "encryptedContent", key: "id", owner: "userId", padding: "padme" },
  AccountTotp: { field: "encryptedSecret", key: "userId", owner: "userId" },
  KeyCheck: { field: "sealedCheck", key: "keyId", owner: null },
} as const satisfies Record<string, SealedColumn>;

export type SealedTable = keyof typeof sealedColumns;

/** Where a row's value is sealed to. `userId` is left out where the row is nobody's. */
export function sealedIn(table: SealedTable, rowId: string, userId = ""): SealContext {
  const { field, padding }: SealedColumn = sealedColumns[table];
  return padding ? { table, field, rowId, userId, padding } : { table, field, rowId, userId };
}
