import type { DatabaseKind, Tx } from "../client";
import { runIn } from "../queries/in-transaction";
import { dropTrashInside } from "../queries/vault/trash";

type Item = { id: string; userId: string };

/**
 * Deletes for good what is in the trash under this id, with what was put there before and belongs to it. False if it is
 * no longer there. The vault must be locked.
 */
export async function purge(tx: Tx, kind: DatabaseKind, { id, userId }: Item): Promise<boolean> {
  const where = { id, userId, trashId: id };
  const select = { id: true };
  // A category or project may be back in use without all that had gone with it.
  const parent =
    (await tx.keyCategory.findFirst({ where, select })) ?? (await tx.envProject.findFirst({ where, select }));
  if (parent) await dropInside(tx, kind, { id, userId });
  return (await tx.trashItem.deleteMany({ where: { id, userId } })).count > 0;
}

/** Empties the trash of what belongs to a category or project that is about to be deleted for good. */
export async function purgeInside(tx: Tx, kind: DatabaseKind, { id, userId }: Item): Promise<void> {
  await dropInside(tx, kind, { id, userId });
  await tx.trashItem.deleteMany({ where: { id, userId } });
}

async function dropInside(tx: Tx, kind: DatabaseKind, item: Item): Promise<void> {
  for (const query of dropTrashInside) await runIn(tx, kind, query, item);
}
