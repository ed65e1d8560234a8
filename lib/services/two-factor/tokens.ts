import type { Context } from "../../auth/context";
import type { Precondition } from "../../contracts/precondition";
import type { CreateTwoFactorToken, TwoFactorToken, UpdateTwoFactorToken } from "../../contracts/vault/two-factor";
import { sealedText } from "../../crypto/tokens/token-secret";
import * as queries from "../../db/queries/vault/two-factor";
import { newRowId } from "../../db/row-id";
import { instant } from "../../db/instants";
import { runtime } from "../../runtime";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { owner } from "../doors/owned";
import { seal } from "../doors/disclose/seal";
import { inOneTransaction } from "../doors/transaction";
import { kindColumns, readToken, secretChanges } from "./secret";

type TwoFactorTokenRow = Omit<TwoFactorToken, "createdAt" | "updatedAt" | "type" | "algorithm"> & {
  createdAt: Date | string;
  updatedAt: Date | string;
  type: string;
  algorithm: string;
};

const toTwoFactorToken = (row: TwoFactorTokenRow): TwoFactorToken => ({
  ...row,
  type: row.type as TwoFactorToken["type"],
  algorithm: row.algorithm as TwoFactorToken["algorithm"],
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

export async function listTwoFactorTokens(ctx: Context): Promise<TwoFactorToken[]> {
  return (await runtime().reads.all(queries.listTwoFactorTokens, owner(ctx))).map(toTwoFactorToken);
}

/** The row of a new token. Throws a 400 as `readToken` does. */
export function newTwoFactorToken(ctx: Context, input: CreateTwoFactorToken): New<"TwoFactorToken"> & { id: string } {
  const id = newRowId();
  const { service, accountName, notes } = input;
  const { token, counter } = readToken(input);
  const encryptedSecret = seal(ctx, "TwoFactorToken", id, sealedText(token));
  return { service, accountName, notes, ...kindColumns(token), counter, id, encryptedSecret };
}

export const createTwoFactorToken = async (ctx: Context, input: CreateTwoFactorToken): Promise<TwoFactorToken> =>
  toTwoFactorToken(await change.create(ctx, "TwoFactorToken", newTwoFactorToken(ctx, input)));

export async function updateTwoFactorToken(
  ctx: Context,
  id: string,
  { service, accountName, notes, ...made }: UpdateTwoFactorToken,
  precondition?: Precondition,
): Promise<TwoFactorToken> {
  return inOneTransaction(ctx, async (ctx) => {
    const changes = { service, accountName, notes, ...(await secretChanges(ctx, id, made)) };
    return toTwoFactorToken(await change.update(ctx, "TwoFactorToken", { id }, changes, precondition));
  });
}

export const deleteTwoFactorToken = (ctx: Context, id: string, precondition?: Precondition): Promise<void> =>
  change.remove(ctx, "TwoFactorToken", { id }, precondition);
