import { setImmediate as laterTurn } from "node:timers/promises";
import type { Tx } from "../../db/client";
import { delegateOf } from "../../db/rows";
import { tableNamed } from "../../db/tables";

/** How long a transaction may take that deletes a vault (ms). */
export const endingMsMax = 10 * 60_000;

/** What a vault may have without end, and how many rows of it are deleted at once: env files have up to a megabyte. */
const endless = [
  { table: tableNamed("Activity"), rowsAtOnce: 500 },
  { table: tableNamed("EntryVersion"), rowsAtOnce: 500 },
  { table: tableNamed("EnvFileVersion"), rowsAtOnce: 50 },
  { table: tableNamed("WebhookDelivery"), rowsAtOnce: 500 },
  { table: tableNamed("KeyEntry"), rowsAtOnce: 500 },
] as const;

/**
 * Deletes most of vaults that end with this transaction, in small steps with turns for others in between. Left to foreign keys it would be one statement,
 * which takes longer than a statement may on PostgreSQL, and stops the process meanwhile on SQLite. It is the same
 * transaction that then deletes the vaults: if that is refused, nothing of them is gone.
 */
export async function emptyEnding(tx: Tx, vaultIds: readonly string[]): Promise<void> {
  for (const userId of vaultIds)
    for (const { table, rowsAtOnce } of endless) {
      const rows = delegateOf(tx, table);
      for (;;) {
        const some = await rows.findMany({ where: { userId }, take: rowsAtOnce, select: { id: true } });
        await rows.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
        if (some.length < rowsAtOnce) break;
        await laterTurn();
      }
    }
}
