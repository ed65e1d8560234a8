import { setImmediate } from "node:timers/promises";
import type { DatabaseKind, Tx } from "../client";
import { storedInstant } from "../instants";
import { allIn } from "../queries/in-transaction";
import { listEntriesBehind } from "../queries/maintenance/vault-deletion";
import { slicesOf } from "../../slices";
import { dropDeliveries } from "./drop-deliveries";

/**
 * How long a transaction may take that deletes a vault (ms). With the wait for its turn it is shorter than a connection may be idle
 * (lib/server/process/listen.ts): whoever asked for it is told how it ended.
 */
export const endingMsMax = 150_000;
/** The same for an operator's command, which no connection waits for. */
export const endingByCommandMsMax = 600_000;

const recordsAtOnce = 500;
/** An entry has up to 50 former values. */
const entriesAtOnce = 50;
/** An env file has up to 50 former versions of a megabyte. */
const filesAtOnce = 2;

/**
 * Deletes what vaults may have without end, if they end with this transaction, in small steps with turns for others in
 * between. Left to foreign keys it would be one statement, which takes longer than a statement may on PostgreSQL, and
 * stops the process meanwhile on SQLite. It is the same transaction that then deletes the vaults: if that is refused,
 * nothing of them is gone. Each step continues where the last one ended: rows that this transaction has deleted are still in
 * PostgreSQL's indexes, and each step would go past all of them.
 */
export async function deleteVaultContents(tx: Tx, kind: DatabaseKind, vaultIds: readonly string[]): Promise<void> {
  for (const userId of vaultIds)
    for (const drop of [dropRecords, dropEntries, dropFiles, dropDeliveriesOfAll]) await drop(tx, kind, userId);
}

async function dropRecords(tx: Tx, _: DatabaseKind, userId: string): Promise<void> {
  const number = true;
  const { _min, _max } = await tx.activity.aggregate({ where: { userId }, _min: { number }, _max: { number } });
  for (let from = _min.number ?? 0; from <= (_max.number ?? -1); from += recordsAtOnce) {
    await tx.activity.deleteMany({ where: { userId, number: { gte: from, lt: from + recordsAtOnce } } });
    await setImmediate();
  }
}

async function dropEntries(tx: Tx, kind: DatabaseKind, userId: string): Promise<void> {
  for (let behind = { name: "", createdAt: storedInstant(new Date(0)), id: "" }; ;) {
    const some = await allIn(tx, kind, listEntriesBehind, { userId, ...behind, limit: entriesAtOnce });
    await tx.keyEntry.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
    const last = some.at(-1);
    if (!last || some.length < entriesAtOnce) return;
    behind = { ...last, createdAt: storedInstant(new Date(last.createdAt)) };
    await setImmediate();
  }
}

async function dropFiles(tx: Tx, _: DatabaseKind, userId: string): Promise<void> {
  const files = await tx.envFile.findMany({ where: { userId }, select: { id: true } });
  for (const some of slicesOf(files, filesAtOnce)) {
    await tx.envFile.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
    await setImmediate();
  }
}

async function dropDeliveriesOfAll(tx: Tx, _: DatabaseKind, userId: string): Promise<void> {
  for (const webhook of await tx.webhook.findMany({ where: { userId }, select: { id: true, userId: true } }))
    await dropDeliveries(tx, webhook);
}
