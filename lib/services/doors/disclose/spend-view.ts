import { keyless, newRecord, recordIn } from "../../../auth/activity/activity";
import type { RequestFacts } from "../../../auth/caller";
import type { Tx } from "../../../db/client";
import { withVaultSlot } from "../../../db/transactions/vault-queue";
import { runtime } from "../../../runtime";
import { linkSubject } from "../subjects";

/** Whoever has the link: they need no account, and nobody asks who they are. */
const someone = keyless("system", null, "whoever had the link");

export type SpentView = { ciphertext: Uint8Array; hint: string | null; viewsLeft: number };

/**
 * Spends a view of a link and returns what the link holds, or null if there is nothing to spend. The link goes with its
 * last view, in the same transaction; so does the record, without which nothing leaves. Of two who open the last view at
 * once, one gets it.
 */
export async function spendView(id: string, request: RequestFacts, now = new Date()): Promise<SpentView | null> {
  const { db } = runtime();
  const link = await db.shareLink.findUnique({ where: { id }, select: { userId: true } });
  if (!link) return null;
  const spend = async (tx: Tx) => {
    const [row] = await tx.shareLink.updateManyAndReturn({
      where: { id, viewsLeft: { gt: 0 }, expiresAt: { gt: now } },
      data: { viewsLeft: { decrement: 1 } },
      omit: { ciphertext: false },
    });
    if (!row) return null;
    if (row.viewsLeft === 0) await tx.shareLink.deleteMany({ where: { id } });
    await recordIn(
      tx,
      newRecord({ owner: row.userId, action: "link.open", actor: someone, request, subject: linkSubject(row) }),
    );
    return row;
  };
  // Anybody can open links: those of a vault that somebody holds must not take everybody's connections.
  return withVaultSlot("links", link.userId, () => db.$transaction(spend));
}
