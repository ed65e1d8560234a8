import { ArchiveError } from "../../crypto/archive";
import type { Vault } from "../../crypto/vault";
import type { Db, Tx } from "../../db/client";
import { delegateOf, type Row } from "../../db/rows";
import { columnsOf, keptTables, type Table } from "../../db/tables";
import { readBackup } from "./backup";
import type { Progress } from "./progress";
import type { Header } from "./row-lines";

export type CheckedBackup = { header: Header; rows: number };

/**
 * Reads and authenticates a whole backup without touching anything. Throws `ArchiveError` when it is damaged, when one
 * of its master keys is not given, or when a newer version made it. `known` are this version's migrations.
 */
export async function checkBackup(vault: Vault, file: string, known: readonly string[]): Promise<CheckedBackup> {
  let header: Header | undefined;
  let rows = 0;
  for await (const line of readBackup(vault, file)) {
    if ("header" in line) {
      if (header || rows > 0) throw new ArchiveError("The file has more than one beginning: it is none of this vault's making.");
      header = line.header;
      const newer = header.migrations.find((name) => !known.includes(name));
      if (newer) throw new ArchiveError(`The backup was made by a newer version (it has migration ${newer}): restore it with that version.`);
    } else if ("row" in line) {
      const table = tableOf(line.table);
      const columns = columnsOf(table);
      if (!Object.keys(line.row).every((column) => columns.includes(column))) throw new ArchiveError(`The backup has a column of ${table.name} that this version does not know: restore it with the version that made it.`);
      if (table.name === "KeyCheck") checkKey(vault, line.row);
      rows += 1;
    }
  }
  if (!header) throw new ArchiveError("The file has no beginning: it is none of this vault's making.");
  return { header, rows };
}

function checkKey(vault: Vault, { keyId, sealedCheck }: Row): void {
  if (!vault.keyIds.includes(String(keyId))) {
    throw new ArchiveError(`The backup holds values sealed under the master key ${String(keyId)}, which is not among the given ones (${vault.keyIds.join(", ")}): give that key too, behind the first one.`);
  }
  try {
    vault.open(sealedCheck as Uint8Array, { table: "KeyCheck", field: "sealedCheck", rowId: String(keyId), userId: "" });
  } catch {
    throw new ArchiveError(`The backup's check value of the master key ${String(keyId)} does not open, though that key is given: the vault was damaged when the backup was made.`);
  }
}

const batchRows = 50;
const restoreMsMax = 12 * 60 * 60_000;

/** Writes a backup's rows into empty tables, all or none. */
export async function restoreRows(db: Db, vault: Vault, file: string, progress: Progress): Promise<void> {
  const restore = async (tx: Tx) => {
    let batch: { table: Table; rows: Row[] } | undefined;
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
  };
  await db.$transaction(restore, { timeout: restoreMsMax });
}

function tableOf(name: string): Table {
  const table = keptTables.find((kept) => kept.name === name);
  if (!table) throw new ArchiveError(`The backup has a table, ${name}, that this version does not know: restore it with the version that made it.`);
  return table;
}
