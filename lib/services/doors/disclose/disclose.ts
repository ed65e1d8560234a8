import type { Subject } from "../../../auth/activity/activity";
import type { Context } from "../../../auth/context";
import type { Action } from "../../../contracts/access/actions";
import { sealedIn } from "../../../crypto/sealing/sealed-columns";
import { AppError, type ErrorCode } from "../../../errors";
import { loggableError, log } from "../../../log";
import { metrics } from "../../../metrics";
import { runtime } from "../../../runtime";
import { hasBudget, spendReveals } from "./budget";
import { owner } from "../owned";
import { recordBefore, recordTogetherBefore } from "../record/record";
import type { SealedTable } from "./seal";

/*
 * Every value of an entry, an env file or a two-factor token leaves through this door. Nothing else opens these, apart
 * from the operator's maintenance and the first start after an update. What opens other sealed columns, such as webhooks'
 * addresses and mails, is listed in scripts/house/doors.mjs. Whatever must happen before plain text is returned belongs
 * here, not in the services.
 */

/** A value that can't be decrypted is reported as missing. */
const notFound = {
  KeyEntry: "ENTRY_NOT_FOUND",
  TwoFactorToken: "TWO_FACTOR_NOT_FOUND",
  EnvFile: "ENV_FILE_NOT_FOUND",
} as const satisfies Record<SealedTable, ErrorCode>;

/** A sealed value and the id of its row. `userId` is the row's owner, if that may be another vault than the caller's. */
export type Sealed = { readonly id: string; readonly sealed: Uint8Array; readonly userId?: string };

/** What the activity tells of a value that leaves; null if it was told before. */
export type Telling = { action: Action; subject: Subject } | null;

/**
 * Returns the result of `read` for the plain text once the record of it is durable. Throws the resource's 404, and logs
 * it, if the value can't be decrypted.
 */
export async function disclose<R>(
  ctx: Context,
  table: SealedTable,
  value: Sealed,
  read: (text: string) => R,
  telling: Telling,
): Promise<R> {
  // Not waited for by those without a budget: nearly everybody.
  if (hasBudget(ctx)) await spendReveals(ctx, 1);
  const disclosed = openIn(ctx, table, value, read);
  if (telling) await recordBefore(ctx, telling.action, [telling.subject]);
  return disclosed.text;
}

/** For the doors that record and count by themselves what leaves. Throws the resource's 404. */
export function openIn<R>(ctx: Context, table: SealedTable, value: Sealed, read: (text: string) => R): { text: R } {
  const disclosed = opened(ctx, table, value, read);
  if (!disclosed) throw new AppError(notFound[table]);
  return disclosed;
}

export type Disclosure = {
  /** Opens one value after another; null for each that can't be decrypted. */
  open<R>(
    table: SealedTable,
    value: Sealed,
    telling: NonNullable<Telling>,
    read: (text: string) => R,
  ): { text: R } | null;
  /** Makes the records durable of all that were opened since the last time. Nothing may leave before. */
  flushRecords(): Promise<void>;
};

/** For `count` values, of whichever tables, which leave together or not at all. */
export async function beginDisclosure(ctx: Context, count: number): Promise<Disclosure> {
  await spendReveals(ctx, count);
  let unrecorded: NonNullable<Telling>[] = [];
  return {
    open(table, value, telling, read) {
      const disclosed = opened(ctx, table, value, read);
      if (disclosed) unrecorded.push(telling);
      return disclosed;
    },
    async flushRecords() {
      const records = unrecorded;
      unrecorded = [];
      await recordTogetherBefore(ctx, records);
    },
  };
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
export const isSealedSame = (
  ctx: Context,
  table: SealedTable,
  value: Sealed,
  isSame: (text: string) => boolean,
): boolean => readSealed(ctx, table, value, isSame) ?? false;

/** Whether two values of a row have the same plain text. */
export const areSealedSame = (ctx: Context, table: SealedTable, one: Sealed, other: Sealed): boolean =>
  isSealedSame(ctx, table, one, (text) => isSealedSame(ctx, table, other, (otherText) => otherText === text));

/**
 * What `read` makes of the plain text for the vault itself: the names in it, or the value sealed again. Nothing of the
 * value may leave by it. Null if it can't be decrypted.
 */
export function readSealed<R>(ctx: Context, table: SealedTable, value: Sealed, read: (text: string) => R): R | null {
  try {
    return read(open(ctx, table, value));
  } catch {
    return null;
  }
}

const open = (ctx: Context, table: SealedTable, { id, sealed, userId = owner(ctx).userId }: Sealed): string =>
  runtime().vault.open(sealed, sealedIn(table, id, userId));
