import type { Context } from "../auth/context";
import { AppError } from "../errors";
import { disclose, type Telling } from "./doors/disclose/disclose";
import type { SealedTable } from "./doors/disclose/seal";

/**
 * Discloses a value that a row had. Throws VERSION_NOT_FOUND for one that is not kept, or can't be decrypted.
 */
export async function discloseVersion<R>(
  ctx: Context,
  table: SealedTable,
  id: string,
  sealed: Uint8Array | undefined,
  read: (text: string) => R,
  telling: Telling,
): Promise<R> {
  if (!sealed) throw new AppError("VERSION_NOT_FOUND");
  return disclose(ctx, table, { id, sealed }, read, telling).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 404 ? new AppError("VERSION_NOT_FOUND") : error;
  });
}
