import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { RunningVault } from "./server";

const databaseFile = ({ dataDir }: Pick<RunningVault, "dataDir">) => path.join(dataDir, "vault.db");

/** Runs one statement on a running vault's own SQLite file, as somebody with access to the disk could. Returns the rows changed. */
export function changeStore(vault: Pick<RunningVault, "dataDir">, sql: string, values: readonly unknown[] = []): number {
  const database = new Database(databaseFile(vault), { timeout: 10_000 });
  try {
    return database.prepare(sql).run(...values).changes;
  } finally {
    database.close();
  }
}

/** Swaps a column between two rows. */
export function swapInStore(vault: RunningVault, table: string, column: string, [left, right]: readonly [string, string]): void {
  const database = new Database(databaseFile(vault), { timeout: 10_000 });
  try {
    const read = database.prepare<[string], Buffer>(`SELECT "${column}" FROM "${table}" WHERE id = ?`).pluck();
    const write = database.prepare<[Buffer | undefined, string]>(`UPDATE "${table}" SET "${column}" = ? WHERE id = ?`);
    const [ofLeft, ofRight] = [read.get(left), read.get(right)];
    database.transaction(() => [write.run(ofRight, left), write.run(ofLeft, right)])();
  } finally {
    database.close();
  }
}

/** Every byte that the database keeps on disk, its write-ahead log included. */
export function storedBytes(vault: RunningVault): Buffer {
  const files = ["", "-wal"].map((ending) => databaseFile(vault) + ending).filter((file) => existsSync(file));
  return Buffer.concat(files.map((file) => readFileSync(file)));
}
