import { owner } from "../doors/owned";
import type { InTransaction } from "../../auth/context";
import type { CreateTwoFactorToken, UpdateTwoFactorToken } from "../../contracts/vault/two-factor";
import { algorithmName, kindOf, type TokenKind, type TokenSecret } from "../../crypto/tokens/token-kind";
import {
  digestOf,
  type FormerSecret,
  formerSecretsIn,
  isLink,
  readSealedText,
  type ReadSecret,
  readTokenSecret,
  sealedText,
} from "../../crypto/tokens/token-secret";
import { holdRow } from "../../db/transactions/isolation";
import { allIn } from "../../db/queries/in-transaction";
import { findSealedTwoFactorToken } from "../../db/queries/vault/two-factor";
import { AppError, invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { readSealed } from "../doors/disclose/disclose";
import { seal } from "../doors/disclose/seal";

/** The columns that describe a kind. */
export const kindColumns = ({ type, algorithm, digits, period }: TokenKind) => ({
  type,
  algorithm: algorithmName(algorithm),
  digits,
  period,
});

/** Throws a 400 if the secret is invalid, no codes can be made that way, or a link says otherwise than the fields. */
export function readToken({ secret, type, algorithm, digits, period, counter }: CreateTwoFactorToken): {
  token: TokenSecret;
  counter: number;
} {
  const given = { type, algorithm, digits, period };
  const { counter: written, ...token } = readTokenSecret(secret, given);
  if (isLink(secret)) {
    const said = { ...kindColumns(token), counter: written };
    for (const [part, value] of Object.entries({ ...given, counter }))
      if (value !== undefined && value !== null && value !== said[part as keyof typeof said])
        throw invalidField(part, "is not what the link says");
  }
  return { token, counter: counter ?? written ?? 0 };
}

/** What a request changes of how a token's codes are made. Nothing if that is how they are made already. */
export async function secretChanges(ctx: InTransaction, id: string, made: UpdateTwoFactorToken) {
  const { secret, type, algorithm, digits, period, counter } = made;
  const given = { type, algorithm, digits, period };
  if (secret === undefined && counter === undefined && Object.values(given).every((part) => part === undefined))
    return {};
  const { databaseKind } = runtime();
  const which = { id, ...owner(ctx) };
  await holdRow(ctx.tx, databaseKind, "TwoFactorToken", which);
  const [row] = await allIn(ctx.tx, databaseKind, findSealedTwoFactorToken, which);
  // Whoever changes what is not there learns it from the change itself.
  if (!row) return {};
  const standing = readSealed(ctx, "TwoFactorToken", { id, sealed: row.encryptedSecret }, (text) => ({
    ...readSealedText(text),
    former: formerSecretsIn(text),
  }));
  if (secret === undefined && !standing) throw new AppError("TWO_FACTOR_NOT_FOUND");
  const read: ReadSecret =
    secret === undefined && standing
      ? { secret: standing.secret, ...kindOf(given, standing) }
      : readTokenSecret(secret ?? "", given, standing ?? undefined);
  const { counter: written, ...token } = read;
  const isSame = standing?.secret === token.secret;
  if (secret === undefined && counter !== undefined && counter < row.counter)
    throw invalidField("counter", "can only be raised: earlier codes have already been given");
  // The same secret never counts again from the start. Another program, whose link it is, may stand behind.
  const next = Math.max(isSame ? row.counter : 0, counter ?? written ?? 0);
  const isUnchanged = secret === undefined && standing !== null && sealedText(standing) === sealedText(token);
  if (isUnchanged) return { counter: next };
  const { former, ...known } = standing ? afterStanding(id, row.valueId, standing, token) : { former: [] };
  const encryptedSecret = seal(ctx, "TwoFactorToken", id, sealedText(token, former));
  return { counter: next, ...kindColumns(token), ...known, encryptedSecret };
}

/** How many former secrets are known again. */
const formerMax = 100;

/**
 * Which secrets a token had before its next one. Of one that it has or had, the id too: whoever saw its codes then can make
 * them again.
 */
function afterStanding(
  id: string,
  valueId: string | null,
  { secret, former }: TokenSecret & { former: readonly FormerSecret[] },
  next: TokenSecret,
): { former: readonly FormerSecret[]; valueId?: string | null } {
  if (next.secret === secret) return { former, valueId };
  const digest = digestOf(id, next.secret);
  const again = former.find((one) => one.digest === digest);
  const others = [{ id: valueId, digest: digestOf(id, secret) }, ...former.filter((one) => one !== again)];
  return { former: others.slice(0, formerMax), ...(again && { valueId: again.id }) };
}
