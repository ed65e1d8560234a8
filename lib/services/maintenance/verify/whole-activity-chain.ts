import type { ActivityChain } from "../../../crypto/macs/activity-chain";
import { sealedIn } from "../../../crypto/sealing/sealed-columns";
import { listActivityKeys, type listChain } from "../../../db/queries/activity/activity-chain";
import type { RowOf } from "../../../db/sql";
import { runtime } from "../../../runtime/index";

/** The chain that also knows the keys of former master keys, which rotation has kept. */
export async function wholeActivityChain(): Promise<ActivityChain> {
  const { reads, vault, activity } = runtime();
  const keys = new Map<string, string>();
  for (const { keyId, sealedKey } of await reads.all(listActivityKeys, {}))
    try {
      keys.set(keyId, vault.open(sealedKey, sealedIn("ActivityKey", keyId)));
    } catch {
      // Told with the values that don't open. Here its records count as broken.
    }
  return activity.knowing(keys);
}

type Row = RowOf<typeof listChain>;

/** Whether this is the record that follows the one with this number and MAC. */
export const follows = (chain: ActivityChain, before: { number: number; mac: string | null }, row: Row): boolean =>
  Number(row.number) === before.number + 1 &&
  chain.isLinked(before.mac, {
    ...row,
    number: Number(row.number),
    count: row.count === null ? null : Number(row.count),
  });
