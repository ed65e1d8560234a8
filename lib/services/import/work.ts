import type { InTransaction } from "../../auth/context";
import type { ImportOutcome } from "../../contracts/transfer/import";
import { isKeptExactly } from "../../contracts/primitives";
import { AppError, invalidField } from "../../errors";
import { slicesOf } from "../../slices";
import { yieldToEventLoop } from "../../event-loop";
import { keepsFormer } from "../doors/change/value";

/**
 * One import: a preview writes nothing. `now` is when the values arrive of which nothing else is said, `iconOf` the icon
 * of a category that an entry's import makes, by its name.
 */
export type Work = {
  ctx: InTransaction;
  preview: boolean;
  now: Date;
  iconOf: (category: string) => string | null;
};

export const done = (action: ImportOutcome["action"], message: string | null = null): ImportOutcome => ({
  ...{ action, message },
  ...{ id: null, version: null, formerVersion: null },
});

/** What was created, with as many former values as it brought. A preview names nothing: its ids are never stored. */
export const created = ({ preview }: Work, id: string, former = 0): ImportOutcome => ({
  ...done("created"),
  ...(!preview && { id, version: former + 1 }),
});

/** A row whose value this import replaces, as it stands before. */
export type Standing = { id: string; version: number; valueVersion: number };

/** What gets another value, which makes one version. */
export const updated = ({ preview }: Work, { id, version, valueVersion }: Standing): ImportOutcome => ({
  ...done("updated"),
  ...(!preview && { id, version: version + 1, formerVersion: keepsFormer() ? valueVersion : null }),
});

/** Why an item is rejected of which an earlier one says otherwise. */
export const givenTwice = "It is given twice with different values; the first one counts";

/** Names a thing by all that identifies it. */
export const keyOf = (...parts: (string | number | null | undefined)[]): string =>
  JSON.stringify(parts.map((part) => part ?? null));

/** A 400 concerns only its own item. Any other error ends the import. */
export async function orRejected(work: () => ImportOutcome | Promise<ImportOutcome>): Promise<ImportOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return done("rejected", error.message);
    throw error;
  }
}

/** How many items are handled in one tick of the event loop. */
export const atOnce = 20;

/**
 * Works in batches and lets other requests run in between. On SQLite, their writes wait until this transaction has
 * ended.
 */
export async function inBatches<Item>(items: readonly Item[], work: (some: Item[]) => Promise<unknown>): Promise<void> {
  for (const some of slicesOf(items, atOnce)) {
    await work(some);
    await yieldToEventLoop();
  }
}

/** When something was written elsewhere. What lies in the future, by whichever clock, counts as now. */
export function writtenAt(text: string | undefined, field: string, now: Date): Date {
  const at = text === undefined ? now : new Date(text);
  if (!isKeptExactly(at)) throw invalidField(field, "must be in the years 1 to 9999, UTC");
  return at < now ? at : now;
}

/** Why a scope is required. */
export const thisImport = ", which this import needs";
