import type { Context } from "../../auth/context";
import { sealedIn } from "../../crypto/sealed-columns";
import { runtime } from "../../runtime";
import { owned } from "./owned";

/** The tables of what people keep sealed. */
export type SealedTable = "KeyEntry" | "TwoFactorToken" | "EnvFile";

/** Seals a text to its row, which need not be there yet, and its owner. */
export const seal = (ctx: Context, table: SealedTable, id: string, text: string): Uint8Array<ArrayBuffer> =>
  runtime().vault.seal(text, sealedIn(table, id, owned(ctx).userId));
