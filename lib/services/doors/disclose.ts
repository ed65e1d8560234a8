import type { Context } from "../../auth/context";
import { sealedIn } from "../../crypto/sealed-columns";
import { AppError, type ErrorCode } from "../../errors";
import { loggableError, log } from "../../log";
import { metrics } from "../../metrics";
import { runtime } from "../../runtime";
import { owned } from "./owned";
import type { SealedTable } from "./seal";

/*
 * The door that every value leaves by, and the only place beside maintenance that opens what services keep. What is done
 * before a plain text may be answered belongs here and not into the services.
 */

/** What does not open is answered as if it were not there. */
const notFound = {
  KeyEntry: "ENTRY_NOT_FOUND",
  TwoFactorToken: "TWO_FACTOR_NOT_FOUND",
  EnvFile: "ENV_FILE_NOT_FOUND",
} as const satisfies Record<SealedTable, ErrorCode>;

/** A sealed value, and whose row it is of. */
export type Sealed = { readonly id: string; readonly sealed: Uint8Array };

/** What `read` makes of the plain text. Throws the resource's 404 where it does not open, and the log says so. */
export async function disclose<R>(
  ctx: Context,
  table: SealedTable,
  value: Sealed,
  read: (text: string) => R,
): Promise<R> {
  const disclosed = opened(ctx, table, value, read);
  if (!disclosed) throw new AppError(notFound[table]);
  return disclosed.text;
}

/** The same of many, in their order; null for each that does not open. */
export async function discloseEach<R>(
  ctx: Context,
  table: SealedTable,
  values: readonly Sealed[],
  read: (text: string, index: number) => R,
): Promise<({ text: R } | null)[]> {
  return values.map((value, index) => opened(ctx, table, value, (text) => read(text, index)));
}

/** Null for a value that does not open; the operator is told which and by what fault, in the log and the metrics. */
function opened<R>(ctx: Context, table: SealedTable, value: Sealed, read: (text: string) => R): { text: R } | null {
  try {
    return { text: read(open(ctx, table, value)) };
  } catch (error) {
    metrics.undecryptable.inc({ table });
    log.error({ event: "undecryptable", table, rowId: value.id, error: loggableError(error) });
    return null;
  }
}

/** Whether a sealed value is one that `isSame` says is: nothing else of it leaves. What does not open equals nothing. */
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
  runtime().vault.open(sealed, sealedIn(table, id, owned(ctx).userId));
