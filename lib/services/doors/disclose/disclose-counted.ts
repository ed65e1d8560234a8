import type { Context } from "../../../auth/context";
import { holdRow } from "../../../db/transactions/isolation";
import { allIn, runIn } from "../../../db/queries/in-transaction";
import { findSealedTwoFactorToken, takeCounter } from "../../../db/queries/vault/two-factor";
import { AppError } from "../../../errors";
import { runtime } from "../../../runtime";
import { spendReveals } from "./budget";
import { inOneTransaction } from "../transaction";
import { openIn } from "./disclose";
import { owner } from "../owned";
import { note } from "../record/record";
import { tokenSubject } from "../subjects";

/** Its callers wait for one another, since each answer depends on the one before. */
const waits = { timeout: 30_000, maxWait: 30_000 };

/**
 * The result of `read` for a token's secret and its counter, which nobody else gets: the counter is raised, and the
 * record written, in one commit that is durable before this returns. Throws TWO_FACTOR_NOT_FOUND.
 */
export async function discloseCounted<R>(
  ctx: Context,
  id: string,
  read: (text: string, counter: number) => R,
): Promise<{ service: string; accountName: string; counter: number; told: R }> {
  await spendReveals(ctx, 1);
  return inOneTransaction(
    ctx,
    async (ctx) => {
      const { databaseKind } = runtime();
      const which = { id, ...owner(ctx) };
      await holdRow(ctx.tx, databaseKind, "TwoFactorToken", which);
      const [row] = await allIn(ctx.tx, databaseKind, findSealedTwoFactorToken, which);
      if (!row) throw new AppError("TWO_FACTOR_NOT_FOUND");
      const { service, accountName, counter, encryptedSecret: sealed } = row;
      const { text: told } = openIn(ctx, "TwoFactorToken", { id, sealed }, (text) => read(text, counter));
      if ((await runIn(ctx.tx, databaseKind, takeCounter, { ...which, counter })) !== 1)
        throw new AppError("TWO_FACTOR_NOT_FOUND");
      note(ctx, "two-factor-token.reveal", [tokenSubject({ id, ...row })]);
      return { service, accountName, counter, told };
    },
    waits,
  );
}
