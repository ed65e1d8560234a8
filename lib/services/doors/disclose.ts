import type { Context } from "../../auth/context";
import { sealedIn } from "../../crypto/sealed-columns";
import { AppError, type ErrorCode } from "../../errors";
import { loggableError, log } from "../../log";
import { metrics } from "../../metrics";
import { runtime } from "../../runtime";
import { hasBudget, spendReveals } from "./budget";
import { owner } from "./owned";
import type { SealedTable } from "./seal";

/*
 * Every value leaves through this door. Apart from maintenance, it is the only place that decrypts what services store.
 * Whatever must happen before plain text is returned belongs here, not in the services.
 */

/** A value that can't be decrypted is reported as missing. */
const notFound = {
  KeyEntry: "ENTRY_NOT_FOUND",
  TwoFactorToken: "TWO_FACTOR_NOT_FOUND",
  EnvFile: "ENV_FILE_NOT_FOUND",
} as const satisfies Record<SealedTable, ErrorCode>;

/** A sealed value and the id of its row. */
export type Sealed = { readonly id: string; readonly sealed: Uint8Array };

/**
 * Returns the result of `read` for the plain text. Throws the resource's 404, and logs it, if the value can't be
 * decrypted.
 */
export async function disclose<R>(
  ctx: Context,
  table: SealedTable,
  value: Sealed,
  read: (text: string) => R,
): Promise<R> {
  // Not waited for by those without a budget: nearly everybody.
  if (hasBudget(ctx)) await spendReveals(ctx, 1);
  const disclosed = opened(ctx, table, value, read);
  if (!disclosed) throw new AppError(notFound[table]);
  return disclosed.text;
}

/** Opens one value after another; null for each that can't be decrypted. */
export type Disclosure = <R>(value: Sealed, read: (text: string) => R) => { text: R } | null;

/** For `count` values of a table, which leave together or not at all. */
export async function beginDisclosure(ctx: Context, table: SealedTable, count: number): Promise<Disclosure> {
  await spendReveals(ctx, count);
  return (value, read) => opened(ctx, table, value, read);
}

/** Null for a value that does not open. The log and the metrics tell the operator which value it was and why. */
function opened<R>(ctx: Context, table: SealedTable, value: Sealed, read: (text: string) => R): { text: R } | null {
  try {
    return { text: read(open(ctx, table, value)) };
  } catch (error) {
    metrics.undecryptable.inc({ table });
    log.error({ event: "undecryptable", table, rowId: value.id, error: loggableError(error) });
    return null;
  }
}

/**
 * Whether `isSame` accepts the plain text. Nothing else about the value leaves. A value that can't be decrypted equals
 * nothing.
 */
export function isSealedSame(
  ctx: Context,
  table: SealedTable,
  value: Sealed,
  isSame: (text: string) => boolean,
): boolean {
  try {
    return isSame(open(ctx, table, value));
  } catch {
    return false;
  }
}

const open = (ctx: Context, table: SealedTable, { id, sealed }: Sealed): string =>
  runtime().vault.open(sealed, sealedIn(table, id, owner(ctx).userId));
