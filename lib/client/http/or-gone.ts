import type { ErrorCode } from "../../errors";
import { ApiError } from "./api-error";

/**
 * For a deletion. That there is no such thing any more is as good: it was deleted in another tab, by somebody else, or by
 * an attempt whose answer got lost. `codes`: how the vault says so.
 */
export async function orGone(deletion: Promise<unknown>, ...codes: readonly ErrorCode[]): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && codes.includes(error.code))) throw error;
  }
}
