import { randomUUID } from "node:crypto";
import type { Caller } from "../auth/caller";
import type { CreateTwoFactorToken, TwoFactorCode, TwoFactorToken, UpdateTwoFactorToken } from "../contracts/two-factor";
import { parseTotpSecret, totpCode, type TotpSecret } from "../crypto/totp";
import type { SealContext } from "../crypto/vault";
import { AppError } from "../errors";
import { describeFault, log } from "../log";
import { runtime } from "../runtime";
import { instant } from "./wire";

type Row = Omit<TwoFactorToken, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const toWire = (row: Row): TwoFactorToken => ({ ...row, createdAt: instant(row.createdAt), updatedAt: instant(row.updatedAt) });

/** Where a token's secret is sealed to. */
export const context = (rowId: string, userId: string): SealContext => ({ table: "TwoFactorToken", field: "encryptedSecret", rowId, userId });

export async function listTwoFactorTokens({ userId }: Caller): Promise<TwoFactorToken[]> {
  const rows = await runtime().db.twoFactorToken.findMany({
    where: { userId },
    orderBy: [{ service: "asc" }, { accountName: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toWire);
}

export async function createTwoFactorToken({ userId }: Caller, { secret, ...rest }: CreateTwoFactorToken): Promise<TwoFactorToken> {
  const id = randomUUID();
  return toWire(await runtime().db.twoFactorToken.create({ data: { ...rest, id, userId, encryptedSecret: sealSecret(secret, id, userId) } }));
}

export async function updateTwoFactorToken({ userId }: Caller, id: string, { service, accountName, notes, secret }: UpdateTwoFactorToken): Promise<TwoFactorToken> {
  const encryptedSecret = secret === undefined ? undefined : sealSecret(secret, id, userId);
  const [row] = await runtime().db.twoFactorToken.updateManyAndReturn({ where: { id, userId }, data: { service, accountName, notes, encryptedSecret } });
  if (!row) throw new AppError("TWO_FACTOR_NOT_FOUND");
  return toWire(row);
}

export async function deleteTwoFactorToken({ userId }: Caller, id: string): Promise<void> {
  const { count } = await runtime().db.twoFactorToken.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("TWO_FACTOR_NOT_FOUND");
}

/** The code for `at` (ms since the epoch). The secret itself never leaves the server. */
export async function revealTwoFactorCode({ userId }: Caller, id: string, at = Date.now()): Promise<TwoFactorCode> {
  const { db, vault } = runtime();
  const row = await db.twoFactorToken.findFirst({ where: { id, userId }, select: { service: true, accountName: true, encryptedSecret: true } });
  if (!row) throw new AppError("TWO_FACTOR_NOT_FOUND");
  try {
    const token = JSON.parse(vault.open(row.encryptedSecret, context(id, userId))) as TotpSecret;
    return { id, service: row.service, accountName: row.accountName, ...totpCode(token, at) };
  } catch (error) {
    log.error({ event: "undecryptable", table: "TwoFactorToken", rowId: id, error: describeFault(error) });
    throw new AppError("TWO_FACTOR_NOT_FOUND");
  }
}

const sealSecret = (secret: string, id: string, userId: string) => runtime().vault.seal(JSON.stringify(parseTotpSecret(secret)), context(id, userId));
