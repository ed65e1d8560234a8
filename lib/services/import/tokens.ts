import type { ImportOutcome } from "../../contracts/vault/import";
import type { CreateTwoFactorToken } from "../../contracts/vault/two-factor";
import { sealedText } from "../../crypto/tokens/token-secret";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { isSealedSame } from "../doors/disclose/disclose";
import { owned } from "../doors/owned";
import { readToken } from "../two-factor/secret";
import { newTwoFactorToken } from "../two-factor/tokens";
import { created, done, inBatches, keyOf, orRejected, type Work } from "./work";

/** A token with the same service and account but another secret is a different token, so nothing is overwritten. */
export async function importTokens(work: Work, tokens: readonly CreateTwoFactorToken[]): Promise<ImportOutcome[]> {
  if (tokens.length === 0) return [];
  const { ctx, preview } = work;
  const stored = await ctx.tx.twoFactorToken.findMany({
    where: owned(ctx, "TwoFactorToken"),
    select: { id: true, service: true, accountName: true, encryptedSecret: true },
  });
  const given = new Set<string>();
  const made: New<"TwoFactorToken">[] = [];
  const importOne = (token: CreateTwoFactorToken): ImportOutcome => {
    const { service, accountName } = token;
    const secret = sealedText(readToken(token).token);
    const isStored = stored.some(
      ({ id, encryptedSecret: sealed, ...row }) =>
        row.service === service &&
        row.accountName === accountName &&
        isSealedSame(ctx, "TwoFactorToken", { id, sealed }, (kept) => kept === secret),
    );
    const key = keyOf(service, accountName, secret);
    if (isStored || given.has(key)) return done("unchanged");
    given.add(key);
    const row = newTwoFactorToken(ctx, token);
    made.push(row);
    return created(work, row.id);
  };
  const outcomes: ImportOutcome[] = [];
  await inBatches(tokens, async (some) => {
    for (const token of some) outcomes.push(await orRejected(() => importOne(token)));
  });
  if (!preview) await change.createMany(ctx, "TwoFactorToken", made);
  return outcomes;
}
