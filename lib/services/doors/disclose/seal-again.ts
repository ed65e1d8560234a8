import type { Context } from "../../../auth/context";
import { openIn, readSealed, type Sealed } from "./disclose";
import { seal, type SealedTable } from "./seal";

/**
 * The same value, sealed under the first master key for the vault that `to` acts in. Null if it can't be decrypted. A
 * former value that comes back, or moves, is not copied as it is: a rotation goes through the values in use first, so the
 * copy could stay under a key that is about to go.
 */
export const sealAgain = (from: Context, to: Context, table: SealedTable, value: Sealed) =>
  readSealed(from, table, value, (text) => seal(to, table, value.id, text));

/** The same, for a value in use. Throws the resource's 404 if it can't be decrypted. */
export const reseal = (from: Context, to: Context, table: SealedTable, value: Sealed): Uint8Array<ArrayBuffer> =>
  openIn(from, table, value, (text) => seal(to, table, value.id, text)).text;
