import type { SealContext } from "./vault";
import type { Padding } from "./padding";

/**
 * A column that holds sealed values, with the columns of its key and owner (null if it has none). `of`: the table whose
 * row the value is sealed for, if it is not its own: a former value stays sealed for the row that it was a value of.
 */
export type SealedColumn = { field: string; key: string; owner: string | null; padding?: Padding; of?: string };

/**
 * The context that each stored secret is sealed for. This is the only definition, for the services that seal and open
 * secrets and for those that handle all of them (rotate, verify, backup). A change here makes stored secrets
 * unreadable.
 */
export const sealedColumns = {
  KeyEntry: { field: "encryptedValue", key: "id", owner: "userId" },
  TwoFactorToken: { field: "encryptedSecret", key: "id", owner: "userId" },
  EnvFile: { field: "encryptedContent", key: "id", owner: "userId", padding: "padme" },
  EntryVersion: { field: "encryptedValue", key: "entryId", owner: "userId", of: "KeyEntry" },
  EnvFileVersion: { field: "encryptedContent", key: "fileId", owner: "userId", of: "EnvFile", padding: "padme" },
  Webhook: { field: "sealedTarget", key: "id", owner: "userId" },
  // Some belong to nobody. Padded so that its size tells no address.
  Mail: { field: "sealedMessage", key: "id", owner: null },
  ActivityKey: { field: "sealedKey", key: "keyId", owner: null },
  AccountTotp: { field: "encryptedSecret", key: "userId", owner: "userId" },
  KeyCheck: { field: "sealedCheck", key: "keyId", owner: null },
} as const satisfies Record<string, SealedColumn>;

export type SealedTable = keyof typeof sealedColumns;

/** The context that a row's value is sealed for. Omit `userId` for a row without an owner. */
export function sealedIn(table: SealedTable, rowId: string, userId = ""): SealContext {
  const { field, padding, of = table }: SealedColumn = sealedColumns[table];
  return padding ? { table: of, field, rowId, userId, padding } : { table: of, field, rowId, userId };
}
