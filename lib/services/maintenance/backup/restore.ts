import { ArchiveError } from "../../../crypto/archive";
import { readKeyCheck } from "../../../crypto/sealing/key-check";
import type { Vault } from "../../../crypto/sealing/vault";
import type { Link } from "../../../db/activity/chain";
import type { DatabaseKind, Db, Tx } from "../../../db/client";
import { writeLastBackup } from "../../../db/last-backup";
import { delegateOf, type AnyRow } from "../../../db/rows";
import { changeIn } from "../../../db/transactions/change-in";
import { type Step, type Steps, takeStepsAsync } from "../../../db/steps";
import { columnsOf, keptTables, type Table, tableNamed } from "../../../db/tables";
import { readBackup } from "./backup";
import type { Progress } from "../progress";
import { tellEveryVaultIn } from "../tell-every-vault";
import type { Header } from "./row-lines";

export type CheckedBackup = { header: Header; rows: number };

/**
 * Reads and authenticates a whole backup without changing anything. Throws `ArchiveError` if it is damaged, if one of
 * its master keys is missing, or if a newer version made it. `known` lists this version's migrations.
 */
export async function checkBackup(vault: Vault, file: string, known: readonly string[]): Promise<CheckedBackup> {
  let header: Header | undefined;
  let rows = 0;
  for await (const line of readBackup(vault, file)) {
    if ("header" in line) {
      if (header || rows > 0)
        throw new ArchiveError("The file has more than one header: it is not a backup made by a vault.");
      header = line.header;
      const newer = header.migrations.find((name) => !known.includes(name));
      if (newer)
        throw new ArchiveError(
          `The backup was made by a newer version (it has migration ${newer}): restore it with that version.`,
        );
    } else if ("row" in line) {
      const table = tableOf(line.table);
      const columns = columnsOf(table);
      if (!Object.keys(line.row).every((column) => columns.includes(column)))
        throw new ArchiveError(
          `The backup has a column of ${table.name} that this version does not know: restore it with the version that made it.`,
        );
      if (table.name === "KeyCheck") checkKey(vault, line.row);
      rows += 1;
    }
  }
  if (!header) throw new ArchiveError("The file has no header: it is not a backup made by a vault.");
  return { header, rows };
}

function checkKey(vault: Vault, { keyId, sealedCheck }: AnyRow): void {
  if (!vault.keyIds.includes(String(keyId))) {
    throw new ArchiveError(
      `The backup holds values sealed under the master key ${String(keyId)}, which is not among the given ones (${vault.keyIds.join(", ")}): give that key too, after the first one.`,
    );
  }
  if (readKeyCheck(vault, { keyId: String(keyId), sealedCheck: sealedCheck as Uint8Array }) === null) {
    throw new ArchiveError(
      `The backup's check value of the master key ${String(keyId)} can't be opened, although that key was given: the vault was damaged when the backup was made.`,
    );
  }
}

const batchRows = 50;
const restoreMsMax = 12 * 60 * 60_000;

/**
 * Writes a backup's rows into empty tables, all or none. `beyond` completes rows from an older
 * release, which can be trusted, since the backup itself is sealed. Each vault's activity tells of it. Afterwards this backup, made at `madeAt`, is the vault's last
 * one, since it holds exactly the vault's data.
 */
export async function restoreRows(
  db: Db,
  vault: Vault,
  file: string,
  {
    madeAt,
    progress,
    beyond,
    chains,
  }: { madeAt: Date; progress: Progress; beyond: Steps | undefined; chains: { kind: DatabaseKind; link: Link } },
): Promise<void> {
  const restore = async (tx: Tx) => {
    let batch: { table: Table; rows: AnyRow[] } | undefined;
    const flush = async () => {
      if (batch) await delegateOf(tx, batch.table).createMany({ data: batch.rows });
      progress.advance(batch?.rows.length ?? 0);
      batch = undefined;
    };
    for await (const line of readBackup(vault, file)) {
      if (!("row" in line)) continue;
      if (batch && (batch.table.name !== line.table || batch.rows.length >= batchRows)) await flush();
      batch ??= { table: tableOf(line.table), rows: [] };
      batch.rows.push(line.row);
    }
    await flush();
    if (beyond) await takeStepsAsync(beyond, (step) => takeStep(tx, step));
    await writeLastBackup(tx, madeAt);
    await tellEveryVaultIn(tx, chains, "restore");
  };
  await db.$transaction(restore, { timeout: restoreMsMax });
}

async function takeStep(tx: Tx, step: Step): Promise<AnyRow[]> {
  if ("read" in step)
    return delegateOf(tx, tableNamed(step.read)).findMany({
      select: Object.fromEntries(step.columns.map((column) => [column, true])),
    });
  await changeIn(tx, step);
  return [];
}

function tableOf(name: string): Table {
  const table = keptTables.find((kept) => kept.name === name);
  if (!table)
    throw new ArchiveError(
      `The backup has a table, ${name}, that this version does not know: restore it with the version that made it.`,
    );
  return table;
}
