import type { ImportOutcome } from "../../contracts/transfer/import";
import type { CreateTwoFactorToken } from "../../contracts/vault/two-factor";
import { readSealedText, sealedText } from "../../crypto/tokens/token-secret";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { readSealed } from "../doors/disclose/disclose";
import { owned } from "../doors/owned";
import { readToken } from "../two-factor/secret";
import { newTwoFactorToken } from "../two-factor/tokens";
import { created, done, inBatches, keyOf, orRejected, type Work } from "./work";

/** A token with the same service and account but another secret is a different token, so nothing is overwritten. */
export async function importTokens(work: Work, tokens: readonly CreateTwoFactorToken[]): Promise<ImportOutcome[]> {
  if (tokens.length === 0) return [];
  const { ctx, preview } = work;
  const known = await storedLike(work, tokens);
  const made: New<"TwoFactorToken">[] = [];
  const importOne = (token: CreateTwoFactorToken): ImportOutcome => {
    const { service, accountName } = token;
    const key = keyOf(service, accountName, sealedText(readToken(token).token));
    if (known.has(key)) return done("unchanged");
    known.add(key);
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

/**
 * What identifies each stored token that has a given one's service and account, with its secret. Each is opened once,
 * however many of one name are stored and given.
 */
async function storedLike({ ctx }: Work, tokens: readonly CreateTwoFactorToken[]): Promise<Set<string>> {
  const names = new Set(tokens.map(({ service, accountName }) => keyOf(service, accountName)));
  const stored = await ctx.tx.twoFactorToken.findMany({
    where: owned(ctx, "TwoFactorToken"),
    select: { id: true, service: true, accountName: true, encryptedSecret: true },
  });
  const known = new Set<string>();
  await inBatches(
    stored.filter(({ service, accountName }) => names.has(keyOf(service, accountName))),
    async (some) => {
      for (const { id, service, accountName, encryptedSecret: sealed } of some) {
        const key = readSealed(ctx, "TwoFactorToken", { id, sealed }, (text) =>
          keyOf(service, accountName, sealedText(readSealedText(text))),
        );
        if (key !== null) known.add(key);
      }
    },
  );
  return known;
}
