import type { Caller } from "../auth/caller";
import type { Precondition } from "../contracts/precondition";
import type {
  CreateTwoFactorToken,
  TwoFactorCode,
  TwoFactorToken,
  UpdateTwoFactorToken,
} from "../contracts/two-factor";
import { parseTotpSecret, periodSeconds, totpCode, type TotpSecret } from "../crypto/totp";
import { sealedIn } from "../crypto/sealed-columns";
import * as queries from "../db/queries/two-factor";
import { newRowId } from "../db/row-id";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { noteUndecryptable } from "./undecryptable";
import { meantFor, nextVersion, notWritten } from "./versions";
import { instant } from "../db/wire";

type Row = Omit<TwoFactorToken, "createdAt" | "updatedAt"> & { createdAt: Date | string; updatedAt: Date | string };

const toWire = (row: Row): TwoFactorToken => ({
  ...row,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

export async function listTwoFactorTokens({ userId }: Caller): Promise<TwoFactorToken[]> {
  const rows = await runtime().reads.all(queries.listTwoFactorTokens, { userId });
  return rows.map(toWire);
}

export async function createTwoFactorToken(
  { userId }: Caller,
  { secret, ...rest }: CreateTwoFactorToken,
): Promise<TwoFactorToken> {
  const id = newRowId();
  return toWire(
    await runtime().db.twoFactorToken.create({
      data: { ...rest, id, userId, encryptedSecret: sealSecret(secret, id, userId) },
    }),
  );
}

export async function updateTwoFactorToken(
  { userId }: Caller,
  id: string,
  { service, accountName, notes, secret }: UpdateTwoFactorToken,
  precondition: Precondition = {},
): Promise<TwoFactorToken> {
  const encryptedSecret = secret === undefined ? undefined : sealSecret(secret, id, userId);
  const { db } = runtime();
  const [row] = await db.twoFactorToken.updateManyAndReturn({
    where: { id, userId, ...meantFor(precondition) },
    data: { service, accountName, notes, encryptedSecret, version: nextVersion },
  });
  if (!row) throw await notChanged(userId, id);
  return toWire(row);
}

export async function deleteTwoFactorToken(
  { userId }: Caller,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  const { count } = await runtime().db.twoFactorToken.deleteMany({ where: { id, userId, ...meantFor(precondition) } });
  if (count === 0) throw await notChanged(userId, id);
}

const notChanged = async (userId: string, id: string) =>
  notWritten(await runtime().db.twoFactorToken.findFirst({ where: { id, userId } }), "TWO_FACTOR_NOT_FOUND");

/** In its last seconds a code is hardly typed in time: then the one that follows may be asked for. */
const nextShownSeconds = 5;

/** The code for `at` (ms since the epoch), `withNext` near its end also the next. The secret itself never leaves the server. */
export async function revealTwoFactorCode(
  { userId }: Caller,
  id: string,
  { withNext = false, at = Date.now() } = {},
): Promise<TwoFactorCode> {
  const { reads, vault } = runtime();
  const row = await reads.get(queries.findSealedTwoFactorToken, { id, userId });
  if (!row) throw new AppError("TWO_FACTOR_NOT_FOUND");
  try {
    const token = JSON.parse(vault.open(row.encryptedSecret, sealedIn("TwoFactorToken", id, userId))) as TotpSecret;
    const current = totpCode(token, at);
    const nextCode =
      withNext && current.remainingSeconds <= nextShownSeconds
        ? totpCode(token, at + periodSeconds * 1000).code
        : undefined;
    return {
      id,
      service: row.service,
      accountName: row.accountName,
      code: current.code,
      remainingSeconds: current.remainingSeconds,
      nextCode,
    };
  } catch (error) {
    noteUndecryptable("TwoFactorToken", id, error);
    throw new AppError("TWO_FACTOR_NOT_FOUND");
  }
}

const sealSecret = (secret: string, id: string, userId: string) =>
  runtime().vault.seal(JSON.stringify(parseTotpSecret(secret)), sealedIn("TwoFactorToken", id, userId));
