import type { Context } from "../auth/context";
import type { Precondition } from "../contracts/precondition";
import type {
  CreateTwoFactorToken,
  TwoFactorCode,
  TwoFactorToken,
  UpdateTwoFactorToken,
} from "../contracts/two-factor";
import { parseTotpSecret, periodSeconds, totpCode, type TotpSecret } from "../crypto/totp";
import * as queries from "../db/queries/two-factor";
import { newRowId } from "../db/row-id";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import * as change from "./doors/change";
import type { New } from "./doors/change";
import { disclose } from "./doors/disclose";
import { owner } from "./doors/owned";
import { seal } from "./doors/seal";
import { tellingOfCode } from "./shown-codes";
import { tokenSubject } from "./doors/subjects";
import { instant } from "../db/wire";

type TwoFactorTokenRow = Omit<TwoFactorToken, "createdAt" | "updatedAt"> & {
  createdAt: Date | string;
  updatedAt: Date | string;
};

const toTwoFactorToken = (row: TwoFactorTokenRow): TwoFactorToken => ({
  ...row,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

export async function listTwoFactorTokens(ctx: Context): Promise<TwoFactorToken[]> {
  return (await runtime().reads.all(queries.listTwoFactorTokens, owner(ctx))).map(toTwoFactorToken);
}

/** The row of a new token. Throws a 400 if the secret is invalid. */
export function newTwoFactorToken(ctx: Context, { secret, ...rest }: CreateTwoFactorToken): New<"TwoFactorToken"> {
  const id = newRowId();
  return { ...rest, id, encryptedSecret: sealSecret(ctx, id, secret) };
}

export const createTwoFactorToken = async (ctx: Context, input: CreateTwoFactorToken): Promise<TwoFactorToken> =>
  toTwoFactorToken(await change.create(ctx, "TwoFactorToken", newTwoFactorToken(ctx, input)));

export async function updateTwoFactorToken(
  ctx: Context,
  id: string,
  { service, accountName, notes, secret }: UpdateTwoFactorToken,
  precondition?: Precondition,
): Promise<TwoFactorToken> {
  const encryptedSecret = secret === undefined ? undefined : sealSecret(ctx, id, secret);
  const changes = { service, accountName, notes, encryptedSecret };
  return toTwoFactorToken(await change.update(ctx, "TwoFactorToken", { id }, changes, precondition));
}

export const deleteTwoFactorToken = (ctx: Context, id: string, precondition?: Precondition): Promise<void> =>
  change.remove(ctx, "TwoFactorToken", { id }, precondition);

/** A code can hardly be typed in its last seconds. During these, the next code may be requested too. */
const nextShownSeconds = 5;

/**
 * The code at `at` (ms since the epoch) and, with `withNext` near the code's end, the next one. The secret itself never
 * leaves the server.
 */
export async function revealTwoFactorCode(
  ctx: Context,
  id: string,
  { withNext = false, at = Date.now() } = {},
): Promise<TwoFactorCode> {
  const row = await runtime().reads.get(queries.findSealedTwoFactorToken, { id, ...owner(ctx) });
  if (!row) throw new AppError("TWO_FACTOR_NOT_FOUND");
  const codes = await disclose(
    ctx,
    "TwoFactorToken",
    { id, sealed: row.encryptedSecret },
    (text) => {
      const token = JSON.parse(text) as TotpSecret;
      const current = totpCode(token, at);
      const isNextDue = withNext && current.remainingSeconds <= nextShownSeconds;
      return { ...current, nextCode: isNextDue ? totpCode(token, at + periodSeconds * 1000).code : undefined };
    },
    await tellingOfCode(ctx, tokenSubject({ id, ...row }), at),
  );
  return {
    id,
    service: row.service,
    accountName: row.accountName,
    code: codes.code,
    remainingSeconds: codes.remainingSeconds,
    nextCode: codes.nextCode,
  };
}

/** The text that is sealed for a secret. It is the same however the secret is written. */
export const keptSecret = (secret: string): string => JSON.stringify(parseTotpSecret(secret));

const sealSecret = (ctx: Context, id: string, secret: string) => seal(ctx, "TwoFactorToken", id, keptSecret(secret));
