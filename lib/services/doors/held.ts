import type { InTransaction } from "../../auth/context";
import type { Held } from "../../contracts/vault/only-holding";
import type { AnyRow } from "../../db/rows";
import type { CurrentState } from "../../errors";
import { holdsOther } from "../versions";
import { owned } from "./owned";

type Holder = "KeyCategory" | "EnvProject";

/** Throws CHANGED_MEANWHILE unless all that belongs to a row is in `held`, at its version. The row and that are locked. */
export async function assertHeld(ctx: InTransaction, name: Holder, standing: AnyRow, held: Held): Promise<void> {
  const id = String(standing["id"]);
  // One more than is allowed tells that there is another.
  const only = { select: { id: true, version: true }, take: held.size + 1 };
  const contents =
    name === "KeyCategory"
      ? await ctx.tx.keyEntry.findMany({ where: { ...owned(ctx, "KeyEntry"), categoryId: id }, ...only })
      : await ctx.tx.envFile.findMany({ where: { ...owned(ctx, "EnvFile"), projectId: id }, ...only });
  if (contents.some(({ id, version }) => held.get(id) !== version)) throw holdsOther(standing as CurrentState);
}
