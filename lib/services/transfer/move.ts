import type { SessionCaller } from "../../auth/caller";
import type { InTransaction } from "../../auth/context";
import { AppError, type ErrorCode } from "../../errors";
import { yieldToEventLoop } from "../../event-loop";

/** `inTime` lets others have their turn, and ends what takes too long. */
export type Move = {
  from: InTransaction<SessionCaller>;
  to: InTransaction<SessionCaller>;
  inTime: () => Promise<void>;
};

/** How long (ms) a move may work. Writes to either vault wait for it, and on SQLite all writes. */
const workMsMax = 50_000;

export function inTimeFrom(begin: number): () => Promise<void> {
  return async () => {
    if (performance.now() - begin > workMsMax)
      throw new AppError("VALIDATION_ERROR", {
        message: `Moving all of this takes longer than ${workMsMax / 1000} seconds, so nothing was moved: move it in several steps`,
      });
    await yieldToEventLoop();
  };
}

/** Throws unless all were found. */
export function assertAll(found: readonly unknown[], ids: readonly string[], code: ErrorCode): void {
  if (found.length !== ids.length) throw new AppError(code);
}

/** How many rows are read at once: a query takes a thousand values, and a row's value may be large. */
export const rowsAtOnce = 50;

/** A caller who may not see a former value can neither move it nor leave it: it would belong nowhere. */
export function assertReached(outside: number): void {
  if (outside > 0) throw new AppError("OUT_OF_BOUNDS");
}
