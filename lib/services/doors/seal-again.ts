import type { Context } from "../../auth/context";
import { readSealed, type Sealed } from "./disclose";
import { seal, type SealedTable } from "./seal";

/**
 * The same value, sealed under the first master key for the vault that `to` acts in. Null if it can't be decrypted. A
 * stored value is never copied as it is: while keys are rotated, the copy could stay under a key that is about to go.
 */
export const sealAgain = (from: Context, to: Context, table: SealedTable, value: Sealed) =>
  readSealed(from, table, value, (text) => seal(to, table, value.id, text));
