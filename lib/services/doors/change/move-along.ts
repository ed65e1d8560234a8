import type { InTransaction } from "../../../auth/context";
import { owner } from "../owned";

/*
 * What goes along when `change.move` gives an entry or a file to another vault. The records of that tell of it too.
 */

type Sealed = Uint8Array<ArrayBuffer>;

/** A former value, sealed for the other vault. */
export async function moveEntryVersion(
  from: InTransaction,
  to: InTransaction,
  id: string,
  encryptedValue: Sealed,
): Promise<void> {
  const data = { encryptedValue, ...owner(to) };
  await from.tx.entryVersion.update({ where: { id, ...owner(from) }, data, select: { id: true } });
}

/** A former text of a file, sealed for the other vault. */
export async function moveFileVersion(
  from: InTransaction,
  to: InTransaction,
  id: string,
  encryptedContent: Sealed,
): Promise<void> {
  const data = { encryptedContent, ...owner(to) };
  await from.tx.envFileVersion.update({ where: { id, ...owner(from) }, data, select: { id: true } });
}

/** What the trash says of a file. */
export const moveTrashItem = async (from: InTransaction, to: InTransaction, id: string): Promise<void> =>
  void (await from.tx.trashItem.updateMany({ where: { id, ...owner(from) }, data: owner(to) }));
