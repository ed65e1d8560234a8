import type { Context } from "../../auth/context";
import type { TwoFactorCode } from "../../contracts/vault/two-factor";
import { readSealedText } from "../../crypto/tokens/token-secret";
import { standard, type TokenSecret } from "../../crypto/tokens/token-kind";
import { hotpCode, timedCode } from "../../crypto/tokens/totp";
import { findSealedTwoFactorToken } from "../../db/queries/vault/two-factor";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { disclose } from "../doors/disclose/disclose";
import { discloseCounted } from "../doors/disclose/disclose-counted";
import { owner } from "../doors/owned";
import { tokenSubject } from "../doors/subjects";
import { tellingOfCode } from "./shown-codes";

/** A code can hardly be typed in its last seconds. During these, the next code may be requested too. */
const nextShownSeconds = 5;

/**
 * The code at `at` (ms since the epoch) and, with `withNext` near the code's end, the next one; of a token that follows a
 * counter, its next code, which is never given again. The secret itself never leaves the server.
 */
export async function revealTwoFactorCode(
  ctx: Context,
  id: string,
  { withNext = false, at = Date.now() } = {},
): Promise<TwoFactorCode> {
  const row = await runtime().reads.get(findSealedTwoFactorToken, { id, ...owner(ctx) });
  if (!row) throw new AppError("TWO_FACTOR_NOT_FOUND");
  if (row.type === "hotp") return nextCode(ctx, id);
  const codes = await disclose(
    ctx,
    "TwoFactorToken",
    { id, sealed: row.encryptedSecret },
    (text) => codesAt(readSealedText(text), at, withNext),
    await tellingOfCode(ctx, tokenSubject({ id, ...row }), at),
  );
  return { id, service: row.service, accountName: row.accountName, ...codes };
}

function codesAt(token: TokenSecret, at: number, withNext: boolean) {
  const { code, remainingSeconds } = timedCode(token, at);
  const isNextDue = withNext && remainingSeconds <= nextShownSeconds;
  const nextAt = at + (token.period ?? standard.period) * 1000;
  return { code, remainingSeconds, nextCode: isNextDue ? timedCode(token, nextAt).code : undefined };
}

async function nextCode(ctx: Context, id: string): Promise<TwoFactorCode> {
  const { service, accountName, counter, told } = await discloseCounted(ctx, id, (text, counter) => {
    const token = readSealedText(text);
    // The row is not sealed. Somebody changed it, or it became another kind of token in between.
    if (token.type !== "hotp") throw new RangeError("this token follows no counter");
    return hotpCode(token, counter);
  });
  return { id, service, accountName, code: told, remainingSeconds: null, counter };
}
