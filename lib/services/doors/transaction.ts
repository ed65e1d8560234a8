import { recordIn } from "../../auth/activity/activity";
import type { Caller } from "../../auth/caller";
import type { Context, InTransaction } from "../../auth/context";
import type { NewRecord } from "../../db/activity/chain";
import { lockOwner } from "../../db/transactions/isolation";
import { withVaultSlots, type Line } from "../../db/transactions/vault-queue";
import { runtime } from "../../runtime";
import { owner } from "./owned";

/**
 * Runs several steps as one, in the context's transaction or a new one, which ends with the records of all steps. `line`: what only
 * takes rights away does not wait behind long changes of the vault. `vaults`: those whose rows it locks, if not just the one in which
 * the caller acts.
 */
export const inOneTransaction = <R, C extends Caller = Caller>(
  ctx: Context<C>,
  work: (ctx: InTransaction<C>) => Promise<R>,
  {
    line = "changes",
    vaults = [owner(ctx).userId],
    ...waits
  }: {
    line?: Extract<Line, "changes" | "endings">;
    vaults?: readonly string[];
    timeout?: number;
    maxWait?: number;
  } = {},
): Promise<R> =>
  ctx.tx
    ? work(ctx)
    : withVaultSlots(
        line,
        vaults,
        () =>
          runtime().db.$transaction(async (tx) => {
            const records: NewRecord[] = [];
            const result = await work({ caller: ctx.caller, tx, records });
            await recordIn(tx, ...records);
            // Its turn may have come long after the caller was checked.
            await ctx.assertStands?.(tx);
            return result;
          }, waits),
        { waitMs: waits.maxWait },
      );

/** For what is done before a transaction: throws if the caller's credential was taken away since it was checked. */
export async function assertStillValid(ctx: Context): Promise<void> {
  if (!ctx.tx) await runtime().db.$transaction(async (tx) => ctx.assertStands?.(tx));
}

/**
 * Like `inOneTransaction`, but only one at a time for each owner: of two calls that each create something only if there is
 * none, the second sees what the first created.
 */
export const oneAtATime = <R, C extends Caller = Caller>(
  ctx: Context<C>,
  work: (ctx: InTransaction<C>) => Promise<R>,
): Promise<R> =>
  inOneTransaction(ctx, async (inside) => {
    await lockOwner(inside.tx, runtime().databaseKind, owner(ctx).userId);
    return work(inside);
  });
