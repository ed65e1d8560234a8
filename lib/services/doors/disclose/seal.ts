import type { Context } from "../../../auth/context";
import { sealedIn } from "../../../crypto/sealing/sealed-columns";
import { runtime } from "../../../runtime";
import { owner } from "../owned";

/** The tables of users' sealed values. */
export type SealedTable = "KeyEntry" | "TwoFactorToken" | "EnvFile";

/** Seals a text for its row, which need not exist yet, and its owner. */
export const seal = (ctx: Context, table: SealedTable, id: string, text: string): Uint8Array<ArrayBuffer> =>
  runtime().vault.seal(text, sealedIn(table, id, owner(ctx).userId));
