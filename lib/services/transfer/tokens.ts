import { slicesOf } from "../../slices";
import * as change from "../doors/change/change";
import { owned } from "../doors/owned";
import { reseal } from "../doors/disclose/seal-again";
import { assertAll, type Move, rowsAtOnce } from "./move";

/** Moves two-factor tokens. */
export async function moveTokens(move: Move, ids: string[]): Promise<number> {
  const { from, to } = move;
  let moved = 0;
  for (const page of slicesOf(ids, rowsAtOnce)) {
    const rows = await from.tx.twoFactorToken.findMany({
      where: { id: { in: page }, AND: [owned(from, "TwoFactorToken")] },
      select: { id: true, encryptedSecret: true },
    });
    assertAll(rows, page, "TWO_FACTOR_NOT_FOUND");
    for (const { id, encryptedSecret } of rows) {
      const secret = reseal(from, to, "TwoFactorToken", { id, sealed: encryptedSecret });
      await change.move(from, to, "TwoFactorToken", { id }, { encryptedSecret: secret });
      await move.inTime();
      moved += 1;
    }
  }
  return moved;
}
